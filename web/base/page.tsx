import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Waiting } from '#web/ui/notice.tsx'
import type { Failure } from './caller.ts'
import { setTitle, useLang, useSay } from './say.ts'

/** The title of the page's route, as web/pages.tsx gives it; null where no route names the page. */
export const Here = createContext<Text | null>(null)
export const useHere = (otherwise: Text = words.product): Text => useContext(Here) ?? otherwise

/** Says more in the browser's title than the route does, or what a screen is that has no route of its own. */
export const useTitle = (title: Text): void => {
  const lang = useLang()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pair with the same words is the same title
  useEffect(() => setTitle(title), [title[0], title[1], lang])
}

interface Asked<T> {
  readonly data: T | undefined
  readonly error: Failure | null
  readonly refetch: () => unknown
}

/** Waits for an answer, in each state something else: waiting, not allowed, gone, failed with another try, or what came. */
export const Answered = <T,>({ from, children }: { from: Asked<T>; children: (data: T) => ReactNode }) => {
  const t = useSay()
  if (from.data !== undefined) return children(from.data)
  if (!from.error) return <Waiting words={t(words.loading)} />
  return <Refused error={from.error} retry={from.refetch} />
}

/** Why something cannot be shown, in words, and what can be done. */
export const Refused = ({ error, retry }: { error: Failure; retry?: () => unknown }) => {
  const t = useSay()
  if (error.code === 403)
    return (
      <Notice tone="ask" title={t(['没有查看权限', 'No permission to see this'])} live>
        <p>{t(['如需查看，请联系管理员为您的角色授权。', 'Ask an administrator to grant it to your role.'])}</p>
      </Notice>
    )
  return (
    <Notice tone="bad" title={error.message} live>
      {retry && error.code !== 404 ? (
        <Button kind="link" onClick={() => retry()}>
          {t(words.retry)}
        </Button>
      ) : null}
    </Notice>
  )
}
