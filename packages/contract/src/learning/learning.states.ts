/** The state of the enrolment on the learning platform. */
export const platformStates = ['pending', 'done', 'waiting', 'failed'] as const;
/** Of a place on a course, which cannot be had while the platform refuses the course. */
export const placeStates = [...platformStates, 'courseFailed'] as const;
