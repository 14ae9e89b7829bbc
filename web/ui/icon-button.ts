import css from './icon-button.module.css'

/** The class of a button that is a sign alone; `own` says how large it is where not 24 pixels, and its colour. */
export const iconButtonClass = (extraClass = ''): string => `${css.sign} ${extraClass}`
