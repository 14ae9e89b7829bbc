import { expect, test } from 'vitest'
import { positionIn, type Walk, withArrivals, withDecided } from './walk.ts'

const walk: Walk = { list: '/list', visit: 'a', paths: ['1', '2', '3', '4'], decided: [] }
const listed = (...paths: string[]) => ({ paths, capped: false })

test('a page has its place, its neighbours, and how many are left', () => {
  expect(positionIn(walk, '2')).toMatchObject({ at: 2, count: 4, previous: '1', next: '3', nextOpen: '3', left: 4 })
  expect(positionIn(walk, '1')).toMatchObject({ at: 1, previous: undefined, next: '2' })
  expect(positionIn(walk, '4')).toMatchObject({ at: 4, previous: '3', next: undefined, nextOpen: '1' })
  expect(positionIn(walk, '5')).toBeNull()
})

test('decided pages keep their place and can be seen again; after a decision the next open one follows, at last those left out', () => {
  const after = withDecided(withDecided(walk, '2'), '3')
  expect(withDecided(after, '3')).toBe(after)
  // both have left the list
  expect(positionIn(after, '1', listed('1', '4'))).toMatchObject({ next: '2', nextOpen: '4', decided: 2, left: 2 })
  expect(positionIn(after, '3', listed('1', '4'))).toMatchObject({ at: 3, count: 4, previous: '2', nextOpen: '4' })
  expect(positionIn(withDecided(after, '4'), '4', listed('1'))).toMatchObject({ nextOpen: '1', left: 1 })
  const done = ['1', '4'].reduce(withDecided, after)
  expect(positionIn(done, '4', listed())).toMatchObject({ nextOpen: undefined, decided: 4, left: 0 })
})

test('what somebody else has handled is passed over and counted; a list that goes on says nothing of it', () => {
  expect(positionIn(walk, '1', listed('1', '4'))).toMatchObject({ next: '4', handledByOthers: 2, left: 2 })
  expect(positionIn(walk, '3', listed('3'))).toMatchObject({
    previous: undefined,
    next: undefined,
    nextOpen: undefined,
    handledByOthers: 1,
    left: 1,
  })
  expect(positionIn(walk, '1', { paths: ['1'], capped: true })).toMatchObject({
    next: '2',
    handledByOthers: 0,
    left: 4,
  })
  // the open page still counts while its decision is on the way
  expect(positionIn(walk, '1', listed('2', '3', '4'))).toMatchObject({ left: 4 })
})

test('arrivals are offered, and join at the end', () => {
  const position = positionIn(walk, '2', listed('9', '1', '2', '3', '4', '8'))
  expect(position?.arrivals).toEqual(['9', '8'])
  const longer = withArrivals(walk, position?.arrivals ?? [])
  expect(positionIn(longer, '2')).toMatchObject({ at: 2, count: 6 })
  expect(withArrivals({ ...walk, paths: Array.from({ length: 999 }, String) }, ['x', 'y']).paths).toHaveLength(1000)
})
