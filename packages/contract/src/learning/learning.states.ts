export const platformStates = ['pending', 'done', 'waiting', 'failed'] as const;
/** The states of a place on a course; `courseFailed`: the platform refuses the course, so that nobody gets a place. */
export const placeStates = [...platformStates, 'courseFailed'] as const;
