import type { Lang } from '#contract/kit/text.ts'
import { wireTime } from '../base/process/clock.ts'
import { cachedUntilChanged } from '../engine/cache.ts'
import { regionNames } from '../engine/labels.ts'
import { countListedProjects } from './counts.ts'
import { type Figures, figuresOf } from './figures.ts'

/** The figures of the home page in both languages, counted again after a change of the library, a private network, a dictionary or a region. */
export const readFigures = cachedUntilChanged(
  ['library', 'private_network', 'dict', 'region'],
  async (db, ctx): Promise<Record<Lang, Figures>> => {
    const [counts, regions] = await Promise.all([countListedProjects(db), regionNames(ctx)])
    const asOf = wireTime()
    return { zh: figuresOf(counts, asOf, 'zh', regions), en: figuresOf(counts, asOf, 'en', regions) }
  },
  { retryMs: 30_000 },
)
