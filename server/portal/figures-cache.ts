import type { Lang, Text } from '#contract/kit/text.ts'
import { wireTime } from '../base/process/clock.ts'
import { changeCountOf } from '../engine/cache.ts'
import type { App, Ctx } from '../engine/context.ts'
import { regionNames } from '../engine/labels.ts'
import { countListedProjects, writesToLibrary } from './counts.ts'
import { type Figures, figuresOf } from './figures.ts'

type FiguresByLang = Record<Lang, Figures>

const countFigures = async (app: App, regions: ReadonlyMap<string, Text>): Promise<FiguresByLang> => {
  const counts = await countListedProjects(app.db)
  const asOf = wireTime()
  return { zh: figuresOf(counts, asOf, 'zh', regions), en: figuresOf(counts, asOf, 'en', regions) }
}

interface CacheEntry {
  at: number
  stamp: string
  value: Promise<FiguresByLang>
}
const cache = new WeakMap<App, CacheEntry>()
const checkIntervalMs = 1000

/** The check in progress per app; concurrent callers share it. */
const pendingCounts = new WeakMap<App, { readonly local: number; readonly value: Promise<FiguresByLang> }>()

const recountIfChanged = async (ctx: Ctx, local: number): Promise<FiguresByLang> => {
  const { app } = ctx
  const stamp = `${local}:${await writesToLibrary(app.db)}`
  const entry = cache.get(app)
  if (entry?.stamp === stamp) {
    entry.at = Date.now()
    return entry.value
  }
  const value = regionNames(ctx).then((regions) => countFigures(app, regions))
  cache.set(app, { at: Date.now(), stamp, value })
  value.catch(() => cache.delete(app))
  return value
}

/**
 * The cached figures. They are recounted after a write on this server, or within seconds of a write on another; concurrent
 * callers share one count.
 */
export const readFigures = async (ctx: Ctx): Promise<FiguresByLang> => {
  const { app } = ctx
  const entry = cache.get(app)
  const local = changeCountOf(app, 'library')
  if (entry && Date.now() - entry.at < checkIntervalMs && entry.stamp.startsWith(`${local}:`)) return entry.value
  const pendingEntry = pendingCounts.get(app)
  if (pendingEntry?.local === local) return pendingEntry.value
  const value = recountIfChanged(ctx, local)
  pendingCounts.set(app, { local, value })
  const clearPending = () => pendingCounts.get(app)?.value === value && pendingCounts.delete(app)
  value.then(clearPending, clearPending)
  return value
}
