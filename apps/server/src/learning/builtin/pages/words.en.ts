import type { fr } from './words.fr.ts';

export const en: typeof fr = {
  platform: 'Learning platform',
  otherLanguage: 'Français',
  skip: 'Skip to content',
  leave: 'Sign out',
  myExams: 'Times, locations, calendar and emails of my exams',
  tools: 'Language and session',
  acting: 'You are acting as another person',
  actingFor: (name, actor) => `You are acting as ${name} (session of ${actor})`,
  actingEnd: 'Go back to the portal to stop',

  greeting: (name) => `Hello, ${name}`,
  todayLead: 'Today is the day. Read the time, the place and the instructions.',
  nextLead: (distance, day) => `Your place is confirmed. Your next exam is ${distance}, on ${day}.`,
  pastLead: 'You have no exam coming up.',
  cancelledLead: (isOne) =>
    isOne
      ? 'Your exam has been cancelled. You do not need to come.'
      : 'Your exams have been cancelled. You do not need to come.',
  ownSpaces: 'Your exam spaces',
  upcoming: 'Coming up',
  cancelled: 'Cancelled',
  past: 'Past',
  whatToExpect: 'What to expect',
  emptyTitle: 'No exam space at the moment',
  emptyText:
    'You are not registered for an exam in this program at the moment. If the program has just registered you, the exam appears here within minutes: reload this page a little later. Otherwise, write to your program’s office.',

  date: 'Date',
  state: 'Status',
  place: 'Your place',
  placeConfirmed: 'Confirmed',
  hours: 'Time',
  ownEnd: 'Your finishing time',
  ownEndLine: (end: string): string => `You have extra time: until ${end}`,
  withExtraTime: 'You have extra time',
  commonHours:
    'The time shown is the one for everyone: to know whether another holds for you, ask your program',
  where: 'Location',
  notYet: 'Not given yet',
  instructions: 'Instructions',
  expectTitle: 'What to expect',
  beforeTitle: 'Until then',
  beforeText:
    'The time, the place and what you may bring are in the emails from your program, and in “My exams” in the portal as soon as they are known.',
  beforeKnown:
    'Note the date, the time and the place. If they change, you will read it here; the program may email you too.',
  dayTitle: 'On the day',
  dayText:
    'Sign in to the portal with the same email address and password. You will come back to this page, which will show “Today”.',
  todayTitle: 'Today',
  todayText: 'Follow the instructions of your program.',
  todayThere:
    'The exam takes place on site: be at the place given above a little before the hour. There is nothing to fill in on this page.',
  todayOnline: 'The exam takes place online: open the link given above a little before the hour.',
  todayUnknown:
    'No place is given. Look through the emails from your program; if it is not there, contact the program now.',
  afterTitle: 'Afterwards',
  afterText: 'This space stays here among your past exams. Your program will send you your results.',
  cancelledState: 'Cancelled',
  cancelledText:
    'This exam has been cancelled. You do not need to come. If you have questions, write to your program’s office.',
  cancelledSince: (since) => `Exam cancelled on ${since}`,
  leftState: 'No longer registered',
  leftTitle: 'You are no longer registered for this exam',
  leftText: (since) =>
    `On ${since}, your registration was removed. If you think this is a mistake, contact your program.`,
  movedTitle: 'This exam has been moved',
  movedText: (since, former) =>
    `Last changed on ${since} (before that: ${former}). What counts now is below.`,
  overText: 'This exam has taken place. Your program will send you your results.',
  doubtTitle: 'Something not right?',
  doubtWrite: 'Contact your program.',
  doubtText:
    'If the date, the title or your name is wrong, ask for a correction on the page “My exams” of the portal before exam day.',

  staffTitle: 'Exam spaces',
  staffLead: 'Staff view: this program’s data on the platform.',
  title: 'Title',
  people: 'People',
  noSpacesTitle: 'No exam spaces',
  noSpacesText: 'Create one in the portal, on the Spaces tab. It appears here within seconds.',
  toConfiguration: 'Go to the configuration',
  code: 'Code',
  placed: (count, isOne) => (isOne ? `${count} person enrolled` : `${count} people enrolled`),
  nobodyTitle: 'No one yet',
  nobodyText: 'Candidates appear here shortly after a list is imported in the portal.',
  grade: 'Grade out of 100',
  gradeOf: (name) => `Grade of ${name}, out of 100`,
  gradesHint:
    'Leave blank whoever has no grade yet. Once saved, the portal reads the grades on the Attestations page of the exam.',
  gradesLater:
    'From the day of the exam, grades are entered here, and the portal reads them on the Attestations page of the exam.',
  saveGrades: 'Save the grades',
  gradesSaved: (count, saved) =>
    saved === 0
      ? 'No grade had changed.'
      : saved === 1
        ? 'One grade is saved.'
        : `${count} grades are saved.`,
  gradesRefused: 'Nothing is saved. Correct the grades marked in the list, then save again.',
  gradeInvalid: 'Write a number from 0 to 100, with at most two decimals.',
  gradeChanged: (now) =>
    now === ''
      ? 'Someone else has just removed this grade. Save again to keep yours.'
      : `Someone else has just saved ${now}. Save again to keep your grade.`,
  name: 'Name',
  key: 'Key',
  email: 'Email',
  pages: 'List pages',
  pageOf: (page, last) => `Page ${page} of ${last}`,
  previous: 'Previous',
  next: 'Next',

  spentTitle: 'This link is no longer valid',
  spentText:
    'It works only once, for one minute. Go back through the portal: one click is enough, and nothing is lost.',
  endedTitle: 'Your visit has ended',
  endedText:
    'The platform opens from the portal. Go back through it: if you are still signed in there, one click is enough.',
  toPortal: 'Open it from the portal',
  unknownTitle: 'This page does not exist',
  unknownText: 'The address is incomplete, or the exam space is not one of yours.',
  toFront: 'Back to the platform',
  brokenTitle: 'Something went wrong on our side',
  brokenText: 'The page could not be shown. Nothing is lost: reload it in a moment.',
};
