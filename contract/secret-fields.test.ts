import { expect, test } from 'vitest'
import { entities } from './index.ts'
import type { AnyEntity } from './kit/entity.ts'
import type { Fields } from './kit/field.ts'

/** Their secrets sign requests, or are compared, and never leave the platform. */
const neverSent = ['oss.secretKey', 'sms.secretKey', 'client.clientSecret']

test('a stored secret is bound to the address to which it is sent', () => {
  const rows = (Object.values(entities) as AnyEntity[]).flatMap(({ name, fields }) => {
    const all = Object.entries(fields as Fields)
    const addresses = all.flatMap(([field]) => (/url|uri|endpoint|host/i.test(field) ? [field] : []))
    const secrets = all.filter(([, { kind }]) => kind === 'secret')
    return addresses.length
      ? secrets.map(([field, { sentTo = [] }]) => ({ at: `${name}.${field}`, sentTo, addresses }))
      : []
  })
  expect(rows.map(({ at }) => at)).toEqual(expect.arrayContaining(['datasource.password', 'jobServer.jobAppPassword']))
  const unbound = rows.filter(({ at, sentTo, addresses }) => {
    return !neverSent.includes(at) && !addresses.every((address) => sentTo.includes(address))
  })
  expect(unbound.map(({ at }) => at)).toEqual([])
  expect(neverSent.filter((at) => !rows.some((row) => row.at === at))).toEqual([])
})
