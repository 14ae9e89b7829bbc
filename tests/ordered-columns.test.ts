import { expect, test } from 'vitest'
import { orderedOutputs } from './support/ordered-columns.ts'

test.each<[statement: string, columns: string[]]>([
  ['select id::text, sort from t order by sort, id desc', ['id']],
  ['select l.id::text from l order by id limit 10', ['id']],
  ['select coalesce(year, $1) as year from l order by year desc nulls last', ['year']],
  ['select "create_time"::text as "create_time" from l order by "create_time"', ['create_time']],
  ['with a as (select id::text from b order by id) select 1 from a', ['id']],
  ['select id::text from l order by l.id', []],
  ['select id, "sort" as "sort" from l order by sort, id', []],
  ['select id::text from l order by coalesce(id, 0)', []],
  ['select id::text, row_number() over (order by id) from l', []],
  ['select id::text from (select id from l order by id) l', []],
  ["select 'order by id' from l", []],
])('the statement %s sorts by the computed columns %j', (statement, columns) => {
  expect(orderedOutputs(statement)).toEqual(columns)
})
