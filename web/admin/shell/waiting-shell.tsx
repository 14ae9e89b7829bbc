import { Loading } from '#web/base/page/page.tsx'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import css from './shell.module.css'
import { useSide } from './side.ts'
import { WaitingTopBar } from './top-bar.tsx'

/** The frame of the console while the menus are being requested, so that a slow network shows where everything will be. */
export const WaitingShell = () => {
  const size = useScreenSize()
  const side = useSide(size)
  return (
    <div className={css.frame} data-screen={size}>
      <WaitingTopBar collapsed={side.hidden} />
      <div className={css.side} />
      <div className={css.work}>
        <main id="main" className={css.main}>
          <Loading />
        </main>
      </div>
    </div>
  )
}
