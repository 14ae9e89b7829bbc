import { expect, test } from 'vitest'
import { rowsStatement } from './table-rows.ts'

const columns = [
  { name: 'id', type: 'bigint' },
  { name: 'a"b`c', type: 'varchar(20)' },
  { name: 'picture', type: 'bytea' },
]

test('names are quoted as their database wants it, and what is no text is not read', () => {
  expect(rowsStatement({ dialect: 'postgresql', schema: 'pub"lic' }, 't', columns)).toBe(
    'select left(cast("id" as text), 200) as c0, left(cast("a""b`c" as text), 200) as c1, null as c2 from "pub""lic"."t" limit 100',
  )
  expect(rowsStatement({ dialect: 'mysql', schema: 'shop' }, '订单', columns)).toBe(
    'select left(cast(`id` as char), 200) as c0, left(cast(`a"b``c` as char), 200) as c1, null as c2 from `shop`.`订单` limit 100',
  )
})
