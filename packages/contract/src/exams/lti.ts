import * as z from 'zod/mini';
import { endpoint, id, json, systemId } from '../core/endpoint.ts';
import { BothLanguages } from '../systems/systems.office.ts';

const launch = z.object({ launch: z.string().check(z.regex(/^[\w-]{43}\.(?:fr|en)$/)) });

/** `nowhere`: the link leads the caller to no exam; each reason has its sentence on the page. */
export const LaunchPlace = z.discriminatedUnion('to', [
  z.object({ to: z.literal('exam'), examId: z.int() }),
  z.object({ to: z.literal('people'), systemId: z.int(), examId: z.int(), isAdmin: z.boolean() }),
  /** The caller chooses the exam of a new link. */
  z.object({ to: z.literal('choice'), course: z.string() }),
  z.object({ to: z.literal('nowhere'), why: z.enum(['over', 'noExam', 'noRight', 'mayNotChoose']) }),
]);
export type LaunchPlace = z.infer<typeof LaunchPlace>;

/** Needs the cookie of the browser that came from the course. */
export const openLaunch = endpoint('POST /api/federation/launches/:launch', {
  summary: 'Says where the link of a course (LTI 1.3) leads the caller, by roles here alone.',
  access: 'signedIn',
  params: launch,
  reply: json(LaunchPlace),
});

export const chooseLaunchExam = endpoint('POST /api/federation/launches/:launch/choice', {
  summary: 'Chooses the exam to which a new link in a course leads (LTI Deep Linking 2.0).',
  access: { level: 'support', of: 'anySystem' },
  notWhileImpersonating: true,
  params: launch,
  body: json(z.object({ examId: id })),
  /** The page of the portal that returns to the course; null where the page in the course goes on by itself. */
  reply: json(z.object({ next: z.nullable(z.string()) })),
});

export const ExamCourse = z.object({ id: z.uuid(), title: z.string(), platform: BothLanguages });
export type ExamCourse = z.infer<typeof ExamCourse>;

export const listExamCourses = endpoint('GET /api/exam/:systemId/:examId/courses', {
  summary: 'Lists the courses whose links have led to an exam.',
  access: { level: 'admin' },
  reply: json(z.array(ExamCourse)),
});

const person = { name: z.string(), email: z.nullable(z.string()) };

export const CourseComparison = z.discriminatedUnion('isRead', [
  z.object({
    isRead: z.literal(true),
    inBoth: z.int(),
    /** Learners of the course who are no candidates, as the platform names them. */
    onlyInCourse: z.array(z.object({ ...person, firstName: z.string(), lastName: z.string() })),
    onlyInExam: z.array(z.object({ ...person, userId: z.int() })),
  }),
  z.object({ isRead: z.literal(false), reason: z.nullable(z.string()) }),
]);
export type CourseComparison = z.infer<typeof CourseComparison>;

export const compareCourse = endpoint('POST /api/exam/:systemId/:examId/courses/:courseId', {
  summary:
    'Reads the members of a course from its platform, and compares them with the candidates of an exam.',
  access: { level: 'admin' },
  params: z.object({ systemId, examId: id, courseId: z.uuid() }),
  reply: json(CourseComparison),
});
