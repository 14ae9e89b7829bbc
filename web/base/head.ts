import { createContext } from 'react'
import type { Text } from '#contract/kit/text.ts'

/** What a page says of itself to those who read its source: search engines, link previews. */
export interface Head {
  title: Text | null
  /** A sentence or two. */
  description: string | null
  /** Structured data in the words of schema.org. */
  data: object | null
}

/** Filled while a page is rendered on the server; null in a browser, where the title is set as the page appears. */
export const HeadContext = createContext<Head | null>(null)
