import { portal } from '#contract/portal.ts'
import { useAnswer } from '#web/base/caller.ts'
import { Banner } from './banner.tsx'
import { Cases } from './cases.tsx'
import { Distribution } from './distribution.tsx'
import { Downloads } from './downloads.tsx'
import { Figures } from './figures.tsx'
import { Releases } from './releases.tsx'

/** The visitor's home page (specification 000, section 2): the country in figures, then what is new. */
export const Home = () => {
  const statistics = useAnswer(portal.statistics)
  const places = useAnswer(portal.nationalMap)
  return (
    <>
      <Banner demo={statistics.data?.demo ?? false} />
      <Figures from={statistics} />
      <Distribution statistics={statistics} places={places} />
      <Releases />
      <Downloads />
      <Cases />
    </>
  )
}
