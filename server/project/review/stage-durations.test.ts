import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { declarationAfter, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { wireTime } from '../../base/process/clock.ts'
import { platformTenant } from '../../engine/scope.ts'
import { measureDurations } from './stage-dates.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const daysAgo = (days: number) => wireTime(new Date(Date.now() - days * 86_400_000))
/** A stay in the city review of so many days that ended so many days ago. */
const stay = (days: number, endedAgo = 10) =>
  declarationAfter(db, [
    step('claim', 10, 20, { createTime: daysAgo(endedAgo + days) }),
    step('cityApprove', 20, 30, { createTime: daysAgo(endedAgo) }),
  ])
const measured = async () => measureDurations(await contextFor(app), platformTenant)

test('a stage has the median of its stays, from five that ended in the last twelve months on', async () => {
  for (const days of [1, 2, 4, 9]) await stay(days)
  await stay(100, 400)
  expect(await measured()).toEqual([])
  await stay(30)
  expect(await measured()).toEqual([{ status: 20, days: 4, basis: 5 }])
})
