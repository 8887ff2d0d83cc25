import { courseRoutes } from './courses.ts';
import { examRoutes } from './exams.ts';
import { peopleRoutes } from './people.ts';

/** The routes by method, product and path, with the scope that https://docs.valence.desire2learn.com/http-scopestable.html names. */
const table = [
  ['GET lp/organization/info', 'core:*:*', courseRoutes.organization],
  ['GET lp/orgstructure/', 'organizations:organization:read', courseRoutes.orgStructure],
  ['GET lp/orgstructure/:id', 'organizations:organization:read', courseRoutes.orgUnit],
  ['GET lp/orgstructure/:id/parents/', 'organizations:organization:read', courseRoutes.parents],
  ['POST lp/orgstructure/recyclebin/:id/recycle', 'organizations:organization:create', courseRoutes.recycle],
  ['POST lp/orgstructure/:id/parents/', 'organizations:organization:create', courseRoutes.addParent],
  [
    'DELETE lp/orgstructure/:id/parents/:parent',
    'organizations:organization:delete',
    courseRoutes.removeParent,
  ],
  ['POST lp/courses/', 'orgunits:course:create', courseRoutes.createCourse],
  ['GET lp/courses/:id', 'orgunits:course:read', courseRoutes.course],
  ['PUT lp/courses/:id', 'orgunits:course:update', courseRoutes.updateCourse],
  ['POST le/import/:id/copy/', 'core:*:*', courseRoutes.beginCopy],
  ['GET le/import/:id/copy/:token', 'core:*:*', courseRoutes.copy],
  ['GET lp/users/', 'users:userdata:read', peopleRoutes.users],
  ['GET lp/users/:id', 'users:userdata:read', peopleRoutes.user],
  ['POST lp/users/', 'users:userdata:create', peopleRoutes.createUser],
  ['PUT lp/users/:id', 'users:userdata:update', peopleRoutes.updateUser],
  ['GET lp/roles/:id', 'role:detail:read', peopleRoutes.role],
  ['GET lp/enrollments/orgUnits/:id/users/', 'enrollment:orgunit:read', peopleRoutes.enrolled],
  ['GET lp/enrollments/users/:user/orgUnits/', 'enrollment:orgunit:read', peopleRoutes.places],
  ['POST lp/enrollments/', 'enrollment:orgunit:create', peopleRoutes.enrol],
  ['DELETE lp/enrollments/users/:user/orgUnits/:id', 'enrollment:orgunit:delete', peopleRoutes.unenrol],
  ['GET lp/:id/sections/', 'sections:section:read', peopleRoutes.sections],
  ['GET le/:id/quizzes/', 'quizzing:quizzes:read', examRoutes.quizzes],
  ['PUT le/:id/quizzes/:quiz', 'quizzing:quizzes:write', examRoutes.replaceQuiz],
  ['GET le/:id/quizzes/:quiz/specialaccess/', 'quizzing:quizzes:read', examRoutes.specialAccess],
  ['GET le/accommodations/:id/users/:user', 'accommodations:profile:read', examRoutes.accommodations],
  ['PUT le/accommodations/', 'accommodations:profile:manage', examRoutes.replaceAccommodations],
  ['GET le/:id/grades/final/values/', 'grades:gradevalues:read', examRoutes.finalGrades],
  ['POST lp/:id/sections/:section/enrollments/', 'sections:enrollment:create', peopleRoutes.placeInSection],
] as const;

const routes = table.map(([name, scope, run]) => {
  const pattern = new RegExp(`^${name.replace(/:\w+/g, '([\\w-]+)')}$`);
  return { name, scope, run, pattern };
});

/** `asked`: method, product and path, without the version. */
export function findRoute(asked: string) {
  for (const { pattern, ...route } of routes) {
    const match = pattern.exec(asked);
    if (match) return { ...route, ids: match.slice(1) };
  }
  return null;
}
