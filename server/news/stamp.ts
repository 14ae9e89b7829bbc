import { releaseStates } from '#contract/news/release.ts'
import { momentOf } from '../base/process/clock.ts'
import { cachedUntilChanged, currentCacheVersions } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** Release times (Unix ms) of scheduled releases, cached until news change. */
const scheduledTimes = cachedUntilChanged(['news'], async (db) => {
  const of = (table: 'pressRelease' | 'fileRelease') =>
    db
      .selectFrom(table)
      .select('releaseTime')
      .where('status', '=', releaseStates.published)
      .where('isDeleted', '=', 0)
      .where('releaseTime', '>', new Date().toISOString())
      .execute()
  const rows = [...(await of('pressRelease')), ...(await of('fileRelease'))]
  return rows.flatMap(({ releaseTime }) => (releaseTime ? [momentOf(releaseTime).getTime()] : []))
})

/** A value that changes whenever the public news change: after a write, or when a scheduled release becomes due. */
export const newsStamp = async (app: App): Promise<string> => {
  const epochs = await currentCacheVersions(app)
  const moments = await scheduledTimes({ app, cacheVersions: epochs })
  return `${epochs.news}:${moments.filter((moment) => moment <= Date.now()).length}`
}
