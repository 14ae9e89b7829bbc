import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { words } from '#contract/words.ts'
import { useTitle } from '../page.tsx'
import { useSay } from '../say.ts'
import { embeddable } from './address.ts'
import css from './embedded.module.css'

interface Props {
  /** Names the page, where its address does not. */
  readonly title: string
  /** The address, where the query does not name it. */
  readonly otherwise?: string | null
  /** Pixels of the window that are taken by what stands around it. */
  readonly taken: number
  /** Shown instead, with the reason, where there is nothing to embed. */
  readonly refused: (reason: string) => ReactNode
}

/** Shows another page of this platform inside a frame: `?src=` names it, where `$` stands for `#`; `?name=` is its title. */
export const Embedded = ({ title, otherwise = null, taken, refused }: Props) => {
  const t = useSay()
  const [search] = useSearchParams()
  const [isThere, setThere] = useState(false)
  const name = search.get('name') || title
  useTitle([name, name])
  const asked = search.get('src')?.replaceAll('$', '#') ?? otherwise
  if (asked === null) return refused(t(['没有指定要显示的页面。', 'No page to show was named.']))
  const address = embeddable(asked, location.origin)
  if (!address)
    return refused(
      t([
        '这里只能显示本平台的页面；所给地址不属于本平台，未予打开。',
        'Only pages of this platform can be shown here. The address given is not one of them and was not opened.',
      ]),
    )
  return (
    <div className={css.host} style={{ height: `calc(100dvh - ${taken}px)` }} aria-busy={!isThere}>
      <h1 className="hidden-words">{name}</h1>
      {isThere ? null : <progress className={css.coming} aria-label={t(words.loading)} />}
      <iframe className={css.frame} src={address} title={name} onLoad={() => setThere(true)} />
    </div>
  )
}
