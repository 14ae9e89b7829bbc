-- Webhooks: what accounts want to be told of the moves of declarations (docs/decisions/0144).
create table "webhook" (
  "id" bigint primary key default next_id(),
  "tenant_id" text not null default '000000',
  "user_id" bigint not null,
  "hook_state" integer not null,
  "failing_since" timestamptz,
  "name" text not null,
  "url" text not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz not null default now(),
  "update_user" bigint,
  "update_time" timestamptz not null default now(),
  "status" integer not null default 1,
  "is_deleted" smallint not null default 0
);
create index webhook_owner on webhook (user_id);
create index webhook_active on webhook (tenant_id) where hook_state = 1 and is_deleted = 0;

-- Its secrets, encrypted, and when it may be called again. `lease_ends`: a server is calling it until then.
create table "webhook_turn" (
  "hook_id" bigint primary key references webhook (id) on delete cascade,
  "secret" text not null,
  "previous_secret" text,
  "previous_until" timestamptz,
  "failures" integer not null default 0,
  "next_at" timestamptz not null default now(),
  "lease_ends" timestamptz not null default 'epoch'
);

-- The log of deliveries. `sequence` counts the moves of a declaration since somebody has followed it.
create table "webhook_event" (
  "id" bigint primary key default next_id(),
  "hook_id" bigint not null references webhook (id) on delete cascade,
  "project_id" bigint not null,
  "stage" integer not null,
  "sequence" integer not null,
  "at" timestamptz not null default now(),
  "state" text not null default 'waiting',
  "tries" integer not null default 0,
  "answer" integer,
  "ended_at" timestamptz
);
create index webhook_event_waiting on webhook_event (hook_id, id) where state = 'waiting';
create index webhook_event_log on webhook_event (hook_id, id desc);
create table "webhook_sequence" ("project_id" bigint primary key, "last" integer not null);

-- In the transaction of the move, and only where somebody may follow it: staff, the enterprise, its operators. Whether the account may see
-- the declaration is asked again when the event is sent.
create function declaration_webhooks() returns trigger language plpgsql as $$
declare
  hooks bigint[];
  next integer;
begin
  select array_agg(h.id) into hooks from webhook h join "user" u on u.id = h.user_id
    where h.tenant_id = new.tenant_id and h.hook_state = 1 and h.is_deleted = 0
      and (u.account_type is null or u.organization_code = new.organization_code or u.operator = any(new.operators));
  if hooks is null then
    return null;
  end if;
  insert into webhook_sequence as s (project_id, last) values (new.id, 1)
    on conflict (project_id) do update set last = s.last + 1 returning last into next;
  insert into webhook_event (hook_id, project_id, stage, sequence)
    select hook, new.id, new.declare_status, next from unnest(hooks) as hook;
  -- wakes the job once the move is committed (server/job/run/claim.ts)
  perform pg_notify('job', 'wake:webhooks');
  return null;
end $$;
create trigger declaration_webhooks after update of declare_status on declaration for each row
  when (old.declare_status is distinct from new.declare_status) execute function declaration_webhooks();
