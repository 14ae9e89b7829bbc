import { portal } from '#contract/portal/portal.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '../api/caller.ts'
import { useLocalize } from '../api/language.ts'
import css from './site-footer.module.css'

/**
 * The sponsor and the filings of the site, from the parameters `site.*` (specification 000, section 2), and its statements, as the
 * server lists them. Filings are plain links, as the law requires. `inline`: without the statements, below the pages of the console.
 */
export const SiteFooter = ({ inline = false }: { inline?: boolean }) => {
  const t = useLocalize()
  const { data } = useAnswer(portal.site, undefined, { staleTime: Number.POSITIVE_INFINITY })
  // the last line is that of the statements
  const lines = data?.footer.slice(0, inline ? -1 : undefined) ?? [[{ text: t(words.product) }]]
  return (
    <footer className={inline ? css.inline : css.footer}>
      {lines.map((items) => (
        <p key={items[0]?.text}>
          {items.map(({ text, href }) => (
            <span key={text}>{href ? <a href={href}>{text}</a> : text}</span>
          ))}
        </p>
      ))}
    </footer>
  )
}
