import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { detailAddress, formAddress, handleAddress } from './process-address.ts'

const instance = { processInstanceId: '7001', businessId: '42' }

test('pages of a process have their route, task, instance and row in the address', () => {
  expect(formAddress('leave', '12')).toBe('/work/process/leave/form/12')
  expect(handleAddress('leave', '99', instance)).toBe('/work/process/leave/handle/99/7001/42')
  expect(detailAddress('recommend', instance)).toBe('/work/process/recommend/detail/7001/42')
})

test('a route that somebody has typed with signs stays one part of the address', () => {
  const address = handleAddress('出差/2026?', '99', instance)
  const [match] = matchRoutes([{ path: '/work/process/:route/handle/:taskId/:instance/:row' }], address) ?? []
  expect(match?.params).toMatchObject({ route: '出差/2026?', taskId: '99', instance: '7001', row: '42' })
})
