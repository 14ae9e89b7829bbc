import css from './icon-button.module.css'

/** The class of an icon button; `extraClass` sets its size, if not 24 pixels, and its colour. */
export const iconButtonClass = (extraClass = ''): string => `${css.sign} ${extraClass}`
