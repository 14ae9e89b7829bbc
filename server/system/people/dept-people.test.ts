import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { type Caller, openPlatform } from '../../../tests/support/platform.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { applyPeopleChanges } from './dept-people.ts'

let db: Db
let admin: Caller
const row = (deptName: string, parentId: string) => ({
  deptName,
  fullName: deptName,
  deptCategory: 2,
  sort: 1,
  parentId,
})

/** A branch of three levels, and one beside it. */
let ids: string[] = []
beforeAll(async () => {
  const platform = await openPlatform()
  db = platform.db
  admin = await platform.admin()
  const add = async (deptName: string, parentId = '0') =>
    (await admin.get(dept.calls.submit, row(deptName, parentId))).id
  const top = await add('人数一')
  const middle = await add('人数二', top)
  ids = [top, middle, await add('人数三', middle), await add('人数四')]
})

/** The numbers counted from the rows, whoever is in two departments of a branch once. */
const countRows = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ id: string; people: number }>`
    select root.id::text as id, count(distinct u.id)::int as people
    from dept root
    left join dept below on below.id = root.id or root.id::text = any(string_to_array(below.ancestors, ','))
    left join "user" u on u.is_deleted = 0 and below.id = any(u.dept_id)
    where root.id = any(${ids}::bigint[]) group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, people }) => [id, people]))
}

/** The numbers of the list of departments. */
const shown = async (): Promise<Record<string, number>> => {
  const { records } = await admin.get(dept.calls.page, { deptName: '人数' } as never)
  return Object.fromEntries(records.map(({ id, people }) => [id, people]))
}

const nth = fc.nat(3)
const nths = fc.uniqueArray(nth, { maxLength: 3 })
const changeArb = fc.oneof(
  fc.record({ insert: nths }),
  fc.record({ put: nths }),
  fc.record({ isDeleted: fc.constantFrom(0, 1) }),
  fc.record({ move: nth, to: fc.option(nth) }),
  fc.constant('delete' as const),
  fc.constant('apply' as const),
)
type Change = typeof changeArb extends fc.Arbitrary<infer T> ? T : never

let number = 0
const person = (deptId: string[]) =>
  ({ account: `people.${number++}`, name: '某人', realName: '某人', deptId }) as never
const inDepts = (places: readonly number[]) => places.map((place) => String(ids[place]))

const perform = async (one: Change): Promise<unknown> => {
  if (one === 'apply') return applyPeopleChanges(db)
  if (one === 'delete')
    return sql`delete from "user" where id = (select min(id) from "user" where account like 'people.%')`.execute(db)
  if ('insert' in one)
    return db
      .insertInto('user')
      .values(person(inDepts(one.insert)))
      .execute()
  if ('put' in one)
    return sql`update "user" set dept_id = ${inDepts(one.put)}::bigint[]
      where id = (select max(id) from "user" where account like 'people.%')`.execute(db)
  if ('isDeleted' in one)
    return sql`update "user" set is_deleted = ${one.isDeleted} where account like 'people.%' and id % 2 = 0`.execute(db)
  // below itself it is refused, and nothing moves
  const parentId = one.to === null ? '0' : String(ids[one.to])
  return admin.ask(dept.calls.submit, { id: String(ids[one.move]), parentId })
}

test('the people of each department are those of the rows after any changes, applied or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changeArb, { maxLength: 12 }), async (changes) => {
      for (const change of changes) await perform(change)
      expect(await shown()).toEqual(await countRows())
    }),
    { numRuns: 25 },
  )
})

test('they are so when several write at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(changeArb, { maxLength: 6 }), { minLength: 4, maxLength: 4 }),
      async (writers) => {
        await Promise.all(
          writers.map(async (changes) => {
            for (const change of changes) await perform(change)
          }),
        )
        expect(await shown()).toEqual(await countRows())
        await applyPeopleChanges(db)
        expect(await shown()).toEqual(await countRows())
      },
    ),
    { numRuns: 10 },
  )
})

test('a department moves only after the account that is being added to it is stored', async () => {
  const [from = '', to = ''] = [ids[0], ids[3]]
  const leaf = (await admin.get(dept.calls.submit, row('人数五', from))).id
  ids = [...ids, leaf]
  let move: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (inside) => {
    await inside
      .insertInto('user')
      .values(person([leaf]))
      .execute()
    move = admin.ask(dept.calls.submit, { id: leaf, parentId: to })
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_locks where not granted and locktype = 'advisory'`.execute(inside)
      expect(waiting.rows).not.toEqual([])
    })
  })
  await move
  expect(await shown()).toEqual(await countRows())
})

test('counting everything again changes nothing', async () => {
  const before = await shown()
  await sql`select recount_dept_people()`.execute(db)
  expect(await shown()).toEqual(before)
})
