import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Fault } from '#contract/kit/fail.ts'
import type { Documents } from '#contract/project/draft-values.ts'
import { hintsOf } from '#contract/project/hints.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './hints.module.css'

const Hints = createContext<readonly Fault[]>([])

interface Props {
  readonly documents: Documents
  /** Filters hints by path; default: all. */
  readonly of?: (at: string) => boolean
  readonly children: ReactNode
}

/** Provides the hints on improbable values in these documents to the components below. */
export const WithHints = ({ documents, of, children }: Props) => {
  const hints = useMemo(() => hintsOf(documents), [documents])
  return <Hints value={of ? hints.filter(({ at }) => of(at)) : hints}>{children}</Hints>
}

export const useHints = (): readonly Fault[] => useContext(Hints)

export const HintList = ({ hints }: { hints: readonly Fault[] }) => {
  const t = useLocalize()
  return hints.map(({ text }) => (
    <span key={text[0]} className={css.hint}>
      <strong>{t(['提示：', 'Please check: '])}</strong>
      {t(text)}
    </span>
  ))
}

/** The hints at one path, such as `innovation.results.r1.after`. */
export const HintsAt = ({ at }: { at: string }) => <HintList hints={useHints().filter((hint) => hint.at === at)} />
