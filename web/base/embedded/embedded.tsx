import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { useLocalize } from '../api/language.ts'
import { useDocumentTitle } from '../page/page.tsx'
import css from './embedded.module.css'
import { embeddableUrl } from './embedded-address.ts'
import { loadFaultOf } from './load-fault.ts'

interface Props {
  /** Title if the query has no `name`. */
  readonly title: string
  /** Address if the query has no `src`. */
  readonly fallback?: string | null
  /** Height in pixels that the surrounding frame takes from the window. */
  readonly reservedHeight: number
  /** Renders the reason if there is nothing to embed, or if the page could not be loaded, which can be retried. */
  readonly renderError: (reason: string, retry: (() => void) | null) => ReactNode
}

/** Milliseconds after which the reader may want to try again. */
const slowMs = 10_000

const useIsSlow = (isLoading: boolean): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && isSlow
}

interface FrameProps extends Pick<Props, 'reservedHeight'> {
  readonly address: string
  readonly name: string
  readonly onFault: (fault: Text) => void
  readonly retry: () => void
}

const Frame = ({ address, name, reservedHeight, onFault, retry }: FrameProps) => {
  const t = useLocalize()
  const [isLoaded, setIsLoaded] = useState(false)
  const isSlow = useIsSlow(!isLoaded)
  const handleLoad = async (frame: HTMLIFrameElement) => {
    const fault = await loadFaultOf(frame, address)
    if (fault) onFault(fault)
    else setIsLoaded(true)
  }
  return (
    <div className={css.host} style={{ height: `calc(100dvh - ${reservedHeight}px)` }} aria-busy={!isLoaded}>
      <h1 className="hidden-words">{name}</h1>
      {isLoaded ? null : <progress className={css.coming} aria-label={t(words.loading)} />}
      {isSlow ? (
        <p className={css.slow} role="status">
          {t(['页面加载较慢，请稍候。', 'The page is loading slowly. Please wait.'])}{' '}
          <Button kind="link" onClick={retry}>
            {t(words.retry)}
          </Button>
        </p>
      ) : null}
      <iframe
        className={css.frame}
        src={address}
        title={name}
        onLoad={({ currentTarget }) => void handleLoad(currentTarget)}
      />
    </div>
  )
}

/** Shows another page of this platform in an iframe. `?src=` is its address, with `$` for `#`; `?name=` is its title. */
export const Embedded = ({ title, fallback = null, reservedHeight, renderError }: Props) => {
  const t = useLocalize()
  const [search] = useSearchParams()
  const [attempts, setAttempts] = useState(1)
  const [failure, setFailure] = useState<{ readonly address: string; readonly fault: Text } | null>(null)
  const name = search.get('name') || title
  useDocumentTitle([name, name])
  const requestedAddress = search.get('src')?.replaceAll('$', '#') ?? fallback
  if (requestedAddress === null) return renderError(t(['没有指定要显示的页面。', 'No page was specified.']), null)
  const address = embeddableUrl(requestedAddress, location.origin)
  if (!address)
    return renderError(
      t([
        '这里只能显示本平台的页面；所给地址不属于本平台，未予打开。',
        'Only pages of this platform can be shown here. The address is not part of it and was not opened.',
      ]),
      null,
    )
  const retry = () => {
    setAttempts(attempts + 1)
    setFailure(null)
  }
  if (failure?.address === address) return renderError(t(failure.fault), retry)
  return (
    <Frame
      key={`${address} ${attempts}`}
      address={address}
      name={name}
      reservedHeight={reservedHeight}
      onFault={(fault) => setFailure({ address, fault })}
      retry={retry}
    />
  )
}
