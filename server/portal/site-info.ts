import { localize, type Text } from '#contract/kit/text.ts'
import { statementAt } from '#contract/news/place.ts'
import { statementKinds } from '#contract/news/statement-kinds.ts'
import type { FooterItem, Site } from '#contract/portal/portal.ts'
import { secrecyNotice } from '#contract/secrecy.ts'
import type { ParamKey } from '#contract/system/param-definitions.ts'
import { words } from '#contract/words.ts'
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
} as const satisfies Record<Exclude<keyof Site, 'footer'>, ParamKey>

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

/** The titles of the statements, by code; administrators may change them. */
const readTitles = cachedUntilChanged(['news'], async (db) => {
  const rows = await db.selectFrom('statement').select(['code', 'title', 'titleEn']).execute()
  return new Map(rows.map(({ code, title, titleEn }) => [code, [title, titleEn] as const]))
})

type Item = readonly [text: Text | string | null, href?: string | null]

/** What is set, in the reader's language, in lines. */
const linesOf = (lines: readonly (readonly Item[])[], { lang }: Ctx): FooterItem[][] =>
  lines
    .map((items) =>
      items.flatMap(([text, href]) => {
        if (!text) return []
        const item = { text: typeof text === 'string' ? text : localize(text, lang) }
        return [href ? { ...item, href } : item]
      }),
    )
    .filter(({ length }) => length > 0)

/** The footer of all pages, made here so that pages need no code for what it contains. */
const footerOf = async (ctx: Ctx, site: Omit<Site, 'footer'>): Promise<FooterItem[][]> => {
  const { sponsor, phone, idCode, sitemap, icp, icpUrl, psb, psbUrl } = site
  const titles = await readTitles(ctx)
  return linesOf(
    [
      [
        [words.product],
        [sponsor && [`主办单位：${sponsor}`, `Operated by ${sponsor}`]],
        [phone && [`联系电话：${phone}`, `Phone: ${phone}`]],
      ],
      [[icp, icpUrl], [psb, psbUrl], [idCode && [`网站标识码：${idCode}`, `Site code: ${idCode}`]]],
      [
        [sitemap && ['站点地图', 'Site map'], sitemap],
        ...statementKinds.map(([code, label]) => [titles.get(code) ?? label, statementAt(code)] as const),
        [secrecyNotice],
      ],
    ],
    ctx,
  )
}

/** Site information for the footer, cached; changes of parameters and statements are visible within a second. */
export const siteOf = async (ctx: Ctx): Promise<Site> => {
  const site = await readSite(ctx)
  return { ...site, footer: await footerOf(ctx, site) }
}
