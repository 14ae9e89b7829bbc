import css from './close-button.module.css'
import { iconButtonClass } from './icon-button.ts'

interface Props {
  /** Its accessible name. */
  readonly words: string
  readonly onClick: () => void
}

/** The button at the upper right of a dialog or a message. */
export const CloseButton = ({ words, onClick }: Props) => (
  <button type="button" className={iconButtonClass(css.close)} aria-label={words} onClick={onClick}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  </button>
)
