import type { Lang, Text } from '#contract/kit/text.ts'
import { wireTime } from '../base/clock.ts'
import type { App, Ctx } from '../engine/context.ts'
import { changeCountOf } from '../engine/kept.ts'
import { regionNames } from '../engine/labels.ts'
import { countListed, writesToLibrary } from './counts.ts'
import { type Figures, figuresOf } from './figures.ts'

type InEachLanguage = Record<Lang, Figures>

const count = async (app: App, regions: ReadonlyMap<string, Text>): Promise<InEachLanguage> => {
  const counts = await countListed(app.db)
  const asOf = wireTime()
  return { zh: figuresOf(counts, asOf, 'zh', regions), en: figuresOf(counts, asOf, 'en', regions) }
}

interface Held {
  at: number
  stamp: string
  value: Promise<InEachLanguage>
}
const held = new WeakMap<App, Held>()
const askEvery = 1000

/** The stamp is being asked for, by the first of those who want it; the others wait for the same. */
const asking = new WeakMap<App, { readonly local: number; readonly value: Promise<InEachLanguage> }>()

const countedSince = async (ctx: Ctx, local: number): Promise<InEachLanguage> => {
  const { app } = ctx
  const stamp = `${local}:${await writesToLibrary(app.db)}`
  const again = held.get(app)
  if (again?.stamp === stamp) {
    again.at = Date.now()
    return again.value
  }
  const value = regionNames(ctx).then((regions) => count(app, regions))
  held.set(app, { at: Date.now(), stamp, value })
  value.catch(() => held.delete(app))
  return value
}

/**
 * The figures from memory: counted anew after a write on this server, or within seconds of one on another; once for
 * however many ask.
 */
export const figuresNow = async (ctx: Ctx): Promise<InEachLanguage> => {
  const { app } = ctx
  const known = held.get(app)
  const local = changeCountOf(app, 'library')
  if (known && Date.now() - known.at < askEvery && known.stamp.startsWith(`${local}:`)) return known.value
  const shared = asking.get(app)
  if (shared?.local === local) return shared.value
  const value = countedSince(ctx, local)
  asking.set(app, { local, value })
  const end = () => asking.get(app)?.value === value && asking.delete(app)
  value.then(end, end)
  return value
}
