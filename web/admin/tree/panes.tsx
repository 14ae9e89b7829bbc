import { type ReactNode, useId, useState } from 'react'
import { withSmallLetter } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { type QueryState, QueryView } from '#web/base/page/page.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Input } from '#web/ui/input.tsx'
import css from './panes.module.css'

/** A node found by its name, and its position. */
export interface SearchHit {
  readonly key: string
  readonly title: string
  readonly place: string
}

interface Props {
  /** Accessible name of the tree. */
  readonly label: string
  /** Name of the selected node, displayed while the tree is collapsed. */
  readonly chosen: string
  readonly choose: (key: string) => void
  /** Searches nodes by part of their name. */
  readonly useSearch: (typed: string) => QueryState<readonly SearchHit[]>
  readonly tree: ReactNode
  readonly children: ReactNode
}

/** Search results, in place of the tree. */
export const Hits = ({ text, useSearch, choose }: Pick<Props, 'useSearch' | 'choose'> & { text: string }) => {
  const t = useLocalize()
  return (
    <QueryView from={useSearch(text)}>
      {(hits) =>
        hits.length === 0 ? (
          <p className={css.none}>{t(['没有匹配项', 'Nothing matches'])}</p>
        ) : (
          <ul className={css.hits}>
            {hits.map(({ key, title, place }) => (
              <li key={key}>
                <button type="button" onClick={() => choose(key)}>
                  {title}
                  {place ? <small className="muted small">{place}</small> : null}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

/**
 * A tree with a search at the left, and the content of the selected node beside it. On a narrow screen, and while a row is open beside
 * its list, the tree opens from a button above the content.
 */
export const Panes = ({ label, chosen, choose, useSearch, tree, children }: Props) => {
  const t = useLocalize()
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const take = (key: string) => {
    setText('')
    setOpen(false)
    choose(key)
  }
  return (
    <div className={css.panes}>
      <aside className={css.side} aria-label={label}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="ellipsis">
            {label}
            {t(['：', ': '])}
            <b>{chosen}</b>
          </span>
          <ChevronDownIcon aria-hidden="true" />
        </button>
        <div id={id} className={css.body} data-open={isOpen || undefined}>
          <Input
            type="search"
            aria-label={t([`查找${label}`, `Find in ${withSmallLetter(label)}`])}
            placeholder={t([`查找${label}`, `Find in ${withSmallLetter(label)}`])}
            value={text}
            onValue={setText}
          />
          {text.trim() ? <Hits text={text.trim()} useSearch={useSearch} choose={take} /> : tree}
        </div>
      </aside>
      <div className={css.main}>{children}</div>
    </div>
  )
}
