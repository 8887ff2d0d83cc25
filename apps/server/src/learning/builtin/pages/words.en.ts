import type { fr } from './words.fr.ts';

export const en: typeof fr = {
  platform: 'Learning platform',
  otherLanguage: 'Français',
  skip: 'Skip to content',
  leave: 'Sign out',
  tools: 'Language and session',

  greeting: (name) => `Hello, ${name}`,
  todayLead: 'Today is the day. Your place is confirmed, so take your time.',
  nextLead: (distance, day) => `Your place is confirmed. Your next exam is ${distance}, on ${day}.`,
  pastLead: 'You have no exam coming up.',
  cancelledLead: (isOne) =>
    isOne
      ? 'Your exam has been cancelled. There is no need to come.'
      : 'Your exams have been cancelled. There is no need to come.',
  ownSpaces: 'Your exam spaces',
  upcoming: 'Coming up',
  cancelled: 'Cancelled',
  past: 'Past',
  whatToExpect: 'What to expect',
  emptyTitle: 'No exam space yet',
  emptyText:
    'Your registration is most likely on its way; it usually takes a few minutes to reach this page. Reload it a little later. If nothing has appeared by tomorrow, write to your program’s office.',

  date: 'Date',
  state: 'Status',
  place: 'Your place',
  placeConfirmed: 'Confirmed',
  expectTitle: 'What to expect',
  beforeTitle: 'Until then',
  beforeText:
    'The e-mail from your program has the final word on time, place and what you may bring. Keep it within reach.',
  dayTitle: 'On the day',
  dayText:
    'Sign in to the portal with the same e-mail address and password. You will come back to this page, which will say “Today”.',
  todayTitle: 'Today',
  todayText:
    'You are in the right place. Follow the instructions in the e-mail from your program, and keep this page open if it helps.',
  afterTitle: 'Afterwards',
  afterText: 'This space stays here among your past exams. Your results will come from your program.',
  cancelledState: 'Cancelled',
  cancelledText:
    'This exam has been cancelled. There is no need to come. If you have questions, write to your program’s office.',
  overText: 'This exam has taken place. Your results come from your program.',
  doubtTitle: 'Something not right?',
  doubtText:
    'If the date, the title or your name is wrong, write to your program’s office. Better now than on the day itself.',

  staffTitle: 'Exam spaces',
  staffLead: 'Staff view: what the platform holds for this program.',
  title: 'Title',
  people: 'People',
  noSpacesTitle: 'No exam spaces',
  noSpacesText: 'Make one in the portal, on the Spaces tab. It appears here within seconds.',
  toConfiguration: 'Go to the configuration',
  code: 'Code',
  placed: (count, isOne) => (isOne ? `${count} person enrolled` : `${count} people enrolled`),
  nobodyTitle: 'Nobody yet',
  nobodyText: 'Candidates appear here shortly after they are imported in the portal.',
  name: 'Name',
  key: 'Key',
  email: 'E-mail',
  pages: 'Pages of the list',
  pageOf: (page, last) => `Page ${page} of ${last}`,
  previous: 'Previous',
  next: 'Next',

  spentTitle: 'This link no longer opens',
  spentText:
    'It works once, and only for a minute. Go back through the portal: one click is enough, and nothing is lost.',
  endedTitle: 'Your visit has ended',
  endedText:
    'The platform opens from the portal. Go back through it: if you are still signed in there, one click is enough.',
  toPortal: 'Go through the portal',
  unknownTitle: 'This page does not exist',
  unknownText: 'The address is incomplete, or the exam space is not one of yours.',
  toFront: 'Back to the platform',
  brokenTitle: 'Something went wrong on our side',
  brokenText: 'The page could not be shown. Nothing is lost: reload it in a moment.',
};
