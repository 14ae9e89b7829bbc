import { Fragment } from 'react'

/** Where a line of Chinese may break: at the author's `|`, after punctuation, and after 的. */
const ends = /\||(?<=[的、，。；])/

/** Text whose lines break only between phrases. */
export const Phrases = ({ children }: { children: string }) => (
  <span className="phrases">
    {children.split(ends).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change order
      <Fragment key={i}>
        {i > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </span>
)
