import { releaseStates } from '#contract/news/release.ts'
import { momentOf } from '../base/process/clock.ts'
import { cachedUntilChanged, currentCacheVersions } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** Release times (Unix ms) of scheduled releases, cached until news change. */
const scheduledTimes = cachedUntilChanged(['news'], async (db) => {
  const scheduledIn = (table: 'pressRelease' | 'fileRelease') =>
    db
      .selectFrom(table)
      .select('releaseTime')
      .where('status', '=', releaseStates.published)
      .where('isDeleted', '=', 0)
      .where('releaseTime', '>', new Date().toISOString())
      .execute()
  const rows = [...(await scheduledIn('pressRelease')), ...(await scheduledIn('fileRelease'))]
  return rows.flatMap(({ releaseTime }) => (releaseTime ? [momentOf(releaseTime).getTime()] : []))
})

/** A value that changes whenever the public news change: after a write, or when a scheduled release becomes due. */
export const newsStamp = async (app: App): Promise<string> => {
  const cacheVersions = await currentCacheVersions(app)
  const times = await scheduledTimes({ app, cacheVersions })
  return `${cacheVersions.news}:${times.filter((time) => time <= Date.now()).length}`
}
