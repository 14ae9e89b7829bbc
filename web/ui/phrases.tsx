import { Fragment } from 'react'

/** Where a line of Chinese may end: at a mark `|` of its author, after punctuation, and after 的. */
const ends = /\||(?<=[的、，。；])/

/** Words that stay whole at the end of a line. */
export const Phrases = ({ children }: { children: string }) => (
  <span className="phrases">
    {children.split(ends).map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <Fragment key={i}>
        {i > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </span>
)
