import type { Site } from '#contract/portal/portal.ts'
import type { ParamKey } from '#contract/system/param-definitions.ts'
import { paramsOf } from '../base/database/params.ts'
import { cachedUntilChanged } from '../engine/cache.ts'
import type { Ctx } from '../engine/context.ts'

/** The public parameters; no other parameter is public. */
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

const readSite = cachedUntilChanged(['param'], async (db) => {
  const values = await paramsOf(db, Object.values(paramKeys))
  const paramValue = (name: keyof typeof paramKeys) => values[paramKeys[name]] || null
  const sitemap = paramValue('sitemap')
  return {
    sponsor: paramValue('sponsor'),
    phone: paramValue('phone'),
    idCode: paramValue('idCode'),
    sitemap: sitemap === '-' ? null : sitemap,
    icp: paramValue('icp'),
    icpUrl: values[paramKeys.icpUrl],
    psb: paramValue('psb'),
    psbUrl: values[paramKeys.psbUrl],
  }
})

/** Site information for the footer, cached; changes of parameters are visible within a second. */
export const siteOf = (ctx: Ctx) => readSite(ctx)
