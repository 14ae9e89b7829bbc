import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Fragment, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { readPeople } from '#server/engine/session.ts'
import { headsOf } from '#server/inbox/heads-of-offices.ts'
import { ctxOf } from '#server/inbox/people-who.ts'
import { systemCtx } from '#server/inbox/system-ctx.ts'
import { replayReviews } from '#server/project/review/replay-reviews.ts'
import { urgentFirst, waitingFilter } from '#server/project/review/waiting.ts'
import { countWaiting, firstWaiting } from '#server/project/review/waiting-rows.ts'
import type { DemoPlatform } from './demo-platform.ts'

/** What the demonstration data show of reviews and processes, on the platform that demo.test.ts has seeded once for all its tests. */
export const describeDemoReviews = (platform: () => DemoPlatform) =>
  describe('the reviews of a demonstration platform', () => {
    test('has no steps of a declarant by the account of another company', async () => {
      const { rows } = await sql<{ account: string; company: boolean }>`
        select u.account, u.organization_code = d.organization_code as company
        from declaration_move m join declaration d on d.id = m.pid join "user" u on u.id = m.user_id
        where m.office = 'enterprise' order by 1`.execute(platform().db)
      expect(rows.map(({ account }) => account)).toEqual(expect.arrayContaining(['demo.declared', 'demo.returned']))
      expect(rows.every(({ company }) => company)).toBe(true)
    })

    test('has transitions without gaps up to the current stage of each declaration', async () => {
      const moves = await platform()
        .db.selectFrom('declarationMove')
        .select(['pid', 'fromStage', 'toStage'])
        .orderBy('id')
        .execute()
      for (const { id, declareStatus } of await platform()
        .db.selectFrom('declaration')
        .select(['id', 'declareStatus'])
        .execute()) {
        const ownMoves = moves.filter(({ pid }) => pid === id)
        expect([
          id,
          ownMoves.reduce((stage, { fromStage, toStage }) => (stage === fromStage ? toStage : -1), 0),
        ]).toEqual([id, declareStatus])
      }
    })

    test('has somebody for every group that its processes name, also for a long leave', async () => {
      const { rows } = await sql<{ group: string; people: number }>`
        select g.name as "group", count(u.id)::int as people
        from (select distinct trim(alias) as name from flow_definition d
            cross join lateral jsonb_array_elements(d.facts->'tasks') t
            cross join lateral string_to_table(t->>'candidateGroups', ',') alias where alias not like '%{%') g
          left join role r on r.role_alias = g.name left join "user" u on r.id = any(u.role_id) and u.status = 1
        group by 1 order by 1`.execute(platform().db)
      expect(rows.map(({ group }) => group)).toEqual(expect.arrayContaining(['boss', 'city', 'platform']))
      expect(rows.filter(({ people }) => people === 0)).toEqual([])
    })

    test('has a head for every office that reviews, and the head of the one above while the first may act', async () => {
      const ids = new Map(
        (await platform().db.selectFrom('user').select(['id', 'account']).execute()).map((one) => [
          one.account,
          one.id,
        ]),
      )
      const ctx = await systemCtx(platform().app, 'test')
      const headOf = async (...accounts: string[]) => {
        const heads = await headsOf(
          ctx,
          accounts.map((account) => ids.get(`demo.${account}`) as string),
        )
        return [...ids].filter(([, id]) => heads.includes(id)).map(([account]) => account)
      }
      expect(await headOf('city')).toEqual(['demo.cityhead'])
      expect(await headOf('miit', 'ca')).toEqual(expect.arrayContaining(['demo.miithead', 'demo.cahead']))
      expect(await headOf('city', 'cityhead')).toEqual(['demo.miithead'])
      expect(await headOf('miit', 'miithead', 'ca', 'cahead')).toEqual(['demo.leader'])
      expect(await headOf('platform', 'platform2')).toEqual(['demo.leader'])
    })

    test('has somebody who acts next on each declaration, except one on purpose', async () => {
      await replayReviews(platform().app)
      const { rows: stuck } = await sql<{ reason: number }>`
        select u.status as reason from flow_follow f join flow_task t on t.instance_id = f.id and t.end_time is null
        join "user" u on u.id = t.assignee where f.stuck_tasks > 0`.execute(platform().db)
      expect(stuck).toEqual([{ reason: -1 }])
      const { rows: tasks } = await sql<{ stage: number; office: string | null; people: number }>`
        select d.declare_status as stage, c.value as office, (select count(*) from "user" u join role r on r.id = any(u.role_id)
            where u.status = 1 and r.role_alias = c.value and (u.region is null or d.city like regexp_replace(u.region, '(00)+$', '') || '%'))::int as people
        from declaration d join flow_task t on t.instance_id::text = d.process_instance_id and t.end_time is null and t.assignee is null
          join flow_task_candidate c on c.task_id = t.id and c.kind = 'group'`.execute(platform().db)
      expect(tasks.length).toBeGreaterThan(20)
      expect(tasks.filter(({ people }) => people === 0)).toEqual([])
      const { rows: drafts } = await sql<{ account: string | null }>`
        select u.account from declaration d left join "user" u on u.id = d.create_user and u.status = 1
          and u.organization_code = d.organization_code
        where d.declare_status in (0, 5, 90)`.execute(platform().db)
      expect(drafts.filter(({ account }) => account === null)).toEqual([])
    })

    test('has deadlines in days as well as in weeks, and listed projects in every month of a year', async () => {
      const { rows } = await sql<{ days: number }>`
        select distinct stage_until::date - current_date as days
        from declaration where declare_status in (10, 20, 30, 40) order by 1`.execute(platform().db)
      expect(rows.length).toBeGreaterThan(3)
      expect([rows[0]?.days, rows.at(-1)?.days].map((days = 0) => days > 0 && days < 60)).toEqual([true, true])
      const months = new Set(
        (await platform().db.selectFrom('library').select('listedAt').execute()).map(({ listedAt }) =>
          listedAt?.slice(0, 7),
        ),
      )
      expect(months.size).toBe(36)
    })

    test('has a listing to make, and a second person to confirm its removal', async () => {
      const { rows } = await sql<{
        over: number
      }>`select count(*)::int as over from declaration d join template t on t.id = d.template_id
        where d.declare_status = 50 and d.stage_since + make_interval(days => t.notice_days) < now()`.execute(
        platform().db,
      )
      expect(rows[0]?.over).toBe(2)
      expect(readFileSync(join(platform().home, 'demo-accounts.txt'), 'utf8')).toMatch(
        /demo\.platform2 +平台管理员：确认或撤销/,
      )
    })

    test('lists first for each account what is first in the sorted list of all that waits, and counts them all', async () => {
      const { app, db } = platform()
      const ctx = await systemCtx(app, 'test')
      const people = await readPeople(ctx, sql`u.account = 'admin' or u.account like 'demo.%'`)
      const lengths: number[] = []
      for (const person of people) {
        const personCtx = ctxOf(ctx, person)
        const order = urgentFirst(personCtx)
        const idsOf = async (condition: Fragment) =>
          (await run<{ id: string }>(db, sql`select id from declaration where ${condition} order by ${order}`)).map(
            ({ id }) => id,
          )
        const all = await idsOf(waitingFilter(personCtx))
        for (const limit of [1, 8, 1000])
          expect([person.account, await idsOf(sql`id in ${firstWaiting(personCtx, limit)}`)]).toEqual([
            person.account,
            all.slice(0, limit),
          ])
        expect([person.account, await countWaiting(personCtx)]).toEqual([person.account, all.length])
        lengths.push(all.length)
      }
      expect(lengths.filter((length) => length > 8).length).toBeGreaterThan(3)
    })

    test('lets officers review declarations of their own place only', async () => {
      const { rows } = await sql<{ account: string; city: string; region: string }>`
        select distinct u.account, d.city, u.region from declaration_move m join declaration d on d.id = m.pid
          join "user" u on u.id = m.user_id
        where m.office in ('city', 'province_miit', 'province_ca')`.execute(platform().db)
      expect(new Set(rows.map(({ account }) => account))).toEqual(new Set(['demo.ca', 'demo.city', 'demo.miit']))
      for (const { city, region } of rows) expect(city.startsWith(region.replace(/(00)+$/, ''))).toBe(true)
    })

    test('has messages of what waits for its reviewers, and e-mails in the queue that can reach nobody', async () => {
      const { rows } = await sql<{ account: string; title: string; state: string; email: string }>`
        select u.account, m.title, o.state, u.email from outbox o join message m on m.id = o.message_id
        join "user" u on u.id = o.to_user order by 1, 2`.execute(platform().db)
      expect(rows.map(({ account }) => account)).toEqual(expect.arrayContaining(['demo.ca', 'demo.city', 'demo.miit']))
      for (const { email, state, title } of rows) {
        // the job of the queue finds no mail server to send them to, if it has come by
        expect([email, state]).toEqual([
          expect.stringMatching(/@example\.invalid$/),
          expect.stringMatching(/^(waiting|unsent)$/),
        ])
        expect(title).toMatch(/^今日待办 [1-9]\d* 件，其中逾期 \d+ 件$/)
      }
    })
  })
