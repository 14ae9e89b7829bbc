import type { Site } from '#contract/portal/portal.ts'
import type { ParamKey } from '#contract/system/param-definitions.ts'
import { paramsOf } from '../base/params.ts'
import { cachedUntilChanged } from '../engine/cache.ts'
import type { Ctx } from '../engine/context.ts'

/** The parameter behind each thing a visitor is told; no other parameter leaves the platform. */
const paramKeys = {
  sponsor: 'site.sponsor',
  phone: 'site.phone',
  icp: 'site.icp',
  icpUrl: 'site.icpUrl',
  psb: 'site.psb',
  psbUrl: 'site.psbUrl',
  idCode: 'site.idCode',
  sitemap: 'site.sitemap',
} as const satisfies Record<keyof Site, ParamKey>

const readSite = cachedUntilChanged('param', async (db) => {
  const values = await paramsOf(db, Object.values(paramKeys))
  const one = (name: keyof typeof paramKeys) => values[paramKeys[name]] || null
  const sitemap = one('sitemap')
  return {
    sponsor: one('sponsor'),
    phone: one('phone'),
    idCode: one('idCode'),
    sitemap: sitemap === '-' ? null : sitemap,
    icp: one('icp'),
    icpUrl: values[paramKeys.icpUrl],
    psb: one('psb'),
    psbUrl: values[paramKeys.psbUrl],
  }
})

/** What the footer says, from memory; a change of a parameter is seen within a second. */
export const siteOf = (ctx: Ctx) => readSite(ctx)
