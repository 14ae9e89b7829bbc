import { lazy, Suspense } from 'react'
import { portal } from '#contract/portal/portal.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useAbout } from '#web/base/page/page.tsx'
import { Banner } from './banner.tsx'
import { Distribution } from './distribution.tsx'
import { Tiles } from './tiles.tsx'

const LowerSections = lazy(async () => ({ default: (await import('./lower-sections.tsx')).LowerSections }))

/** The visitor's home page (specification 000, section 2): national map and figures, then news. */
export const Home = () => {
  const t = useLocalize()
  const statistics = useAnswer(portal.statistics)
  const places = useAnswer(portal.nationalMap)
  useAbout({
    description: t([
      '5G+工业互联网公共服务平台：全国5G工厂项目概览、政策文件与解读、技术进展、典型案例与项目申报。',
      'Public service platform for 5G and the industrial internet: national figures of 5G factory projects, policy, technology, cases and declaration.',
    ]),
    data: null,
  })
  return (
    <>
      <Banner demo={statistics.data?.demo ?? false} />
      <Tiles />
      <Distribution statistics={statistics} places={places} />
      <Suspense fallback={<div style={{ minHeight: 1800 }} />}>
        <LowerSections statistics={statistics} />
      </Suspense>
    </>
  )
}
