import { createContext } from 'react'
import type { Text } from '#contract/kit/text.ts'

/** Metadata of a page for search engines and link previews. */
export interface Head {
  title: Text | null
  /** A sentence or two. */
  description: string | null
  /** Structured data in the vocabulary of schema.org. */
  data: object | null
}

/** Filled while a page is rendered on the server; null in a browser, where an effect sets the title. */
export const HeadContext = createContext<Head | null>(null)
