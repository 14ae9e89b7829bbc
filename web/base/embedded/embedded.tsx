import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '../language.ts'
import { useDocumentTitle } from '../page.tsx'
import css from './embedded.module.css'
import { embeddableUrl } from './embedded-address.ts'

interface Props {
  /** Title if the query has no `name`. */
  readonly title: string
  /** Address if the query has no `src`. */
  readonly fallback?: string | null
  /** Height in pixels that the surrounding frame takes from the window. */
  readonly reservedHeight: number
  /** Renders the reason if there is nothing to embed. */
  readonly renderError: (reason: string) => ReactNode
}

/** Shows another page of this platform in an iframe. `?src=` is its address, with `$` for `#`; `?name=` is its title. */
export const Embedded = ({ title, fallback = null, reservedHeight, renderError }: Props) => {
  const t = useLocalize()
  const [search] = useSearchParams()
  const [isLoaded, setIsLoaded] = useState(false)
  const name = search.get('name') || title
  useDocumentTitle([name, name])
  const requestedAddress = search.get('src')?.replaceAll('$', '#') ?? fallback
  if (requestedAddress === null) return renderError(t(['没有指定要显示的页面。', 'No page was specified.']))
  const address = embeddableUrl(requestedAddress, location.origin)
  if (!address)
    return renderError(
      t([
        '这里只能显示本平台的页面；所给地址不属于本平台，未予打开。',
        'Only pages of this platform can be shown here. The address is not part of it and was not opened.',
      ]),
    )
  return (
    <div className={css.host} style={{ height: `calc(100dvh - ${reservedHeight}px)` }} aria-busy={!isLoaded}>
      <h1 className="hidden-words">{name}</h1>
      {isLoaded ? null : <progress className={css.coming} aria-label={t(words.loading)} />}
      <iframe className={css.frame} src={address} title={name} onLoad={() => setIsLoaded(true)} />
    </div>
  )
}
