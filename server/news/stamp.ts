import { releaseStates } from '#contract/news/release.ts'
import { momentOf } from '../base/clock.ts'
import { cachedUntilChanged, currentCacheVersions } from '../engine/cache.ts'
import type { App } from '../engine/context.ts'

/** The moments at which something scheduled will appear, from memory until news are written. */
const scheduledTimes = cachedUntilChanged('news', async (db) => {
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

/** Changes whenever visitors may be shown other news: something was written, or the time of something scheduled has come. */
export const newsStamp = async (app: App): Promise<string> => {
  const epochs = await currentCacheVersions(app)
  const moments = await scheduledTimes({ app, cacheVersions: epochs })
  return `${epochs.news}:${moments.filter((moment) => moment <= Date.now()).length}`
}
