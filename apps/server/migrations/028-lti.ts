import { type Kysely, sql } from 'kysely';

/** Learning platforms whose courses launch the portal by LTI 1.3, and the courses that lead to an exam. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_providers
      drop constraint identity_providers_kind_check,
      add constraint identity_providers_kind_check check (kind in ('openid', 'saml', 'lti')),
      -- Deployments and addresses of a platform.
      add column lti jsonb`.execute(db);
  await sql`
    create table lti_courses (
      id uuid primary key,
      provider_id uuid not null references identity_providers (id) on delete cascade,
      system_id integer not null references systems (id),
      exam_id bigint not null references exams (id) on delete cascade,
      -- The platform's key of the course.
      context_id text not null,
      title text not null,
      -- Where the platform lists the members of the course (Names and Role Provisioning Services 2.0).
      members_address text not null,
      seen_at timestamptz not null,
      unique (exam_id, provider_id, context_id)
    )`.execute(db);
}
