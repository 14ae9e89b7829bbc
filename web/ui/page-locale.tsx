import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { isEnglish } from './calendar-words.ts'

/** The library's own texts, such as the names of months, in the language of the page. */
export const PageLocale = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale={isEnglish() ? 'en-US' : 'zh-CN'}>{children}</I18nProvider>
)
