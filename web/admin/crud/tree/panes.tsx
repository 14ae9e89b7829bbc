import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useState } from 'react'
import { useLocalize } from '#web/base/language.ts'
import { type QueryState, QueryView } from '#web/base/page.tsx'
import { Input } from '#web/ui/input.tsx'
import css from './panes.module.css'

/** A node that was found by its name, and where it lies. */
export interface SearchHit {
  readonly key: string
  readonly title: string
  readonly place: string
}

interface Props {
  /** What the tree is of. */
  readonly label: string
  /** Name of the chosen node: on a narrow screen it stands where the tree is folded away. */
  readonly chosen: string
  readonly choose: (key: string) => void
  /** Nodes by part of their name. */
  readonly useFound: (typed: string) => QueryState<readonly SearchHit[]>
  readonly tree: ReactNode
  readonly children: ReactNode
}

/** Nodes whose name was typed, in place of the tree. */
export const Hits = ({ text, useFound, choose }: Pick<Props, 'useFound' | 'choose'> & { text: string }) => {
  const t = useLocalize()
  return (
    <QueryView from={useFound(text)}>
      {(hits) =>
        hits.length === 0 ? (
          <p className={css.none}>{t(['没有匹配项', 'Nothing matches'])}</p>
        ) : (
          <ul className={css.hits}>
            {hits.map(({ key, title, place }) => (
              <li key={key}>
                <button type="button" onClick={() => choose(key)}>
                  {title}
                  {place ? <small>{place}</small> : null}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

/** A tree to choose from at the left, with a search for its nodes, and beside it what the chosen one shows. */
export const Panes = ({ label, chosen, choose, useFound, tree, children }: Props) => {
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
          <span>
            {label}
            {t(['：', ': '])}
            <b>{chosen}</b>
          </span>
          <DownOutlined aria-hidden="true" />
        </button>
        <div id={id} className={css.body} data-open={isOpen || undefined}>
          <Input
            type="search"
            aria-label={t([`查找${label}`, `Find in ${label}`])}
            placeholder={t([`查找${label}`, `Find in ${label}`])}
            value={text}
            onValue={setText}
          />
          {text.trim() ? <Hits text={text.trim()} useFound={useFound} choose={take} /> : tree}
        </div>
      </aside>
      <div className={css.main}>{children}</div>
    </div>
  )
}
