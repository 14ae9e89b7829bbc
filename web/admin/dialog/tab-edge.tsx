const focusableSelector =
  'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]:not([tabindex="-1"])'

/** What Tab can reach inside an element, in order. */
const focusableIn = (box: Element): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (one) => !one.matches(':disabled, [data-tab-edge]') && one.checkVisibility({ visibilityProperty: true }),
  )

/**
 * An end of a dialog: Tab goes on at its other end, so that it does not leave the dialog unnoticed. A press, Escape and F6 still lead
 * out of it.
 */
export const TabEdge = ({ to }: { to: 'first' | 'last' }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only passes the focus on
  <span
    className="hidden-words"
    data-tab-edge=""
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it passes the focus on at once
    tabIndex={0}
    onFocus={(event) => {
      // the dialog remembers what has the focus, which this never keeps
      event.stopPropagation()
      const dialog = event.currentTarget.closest('dialog')
      if (dialog)
        focusableIn(dialog)
          .at(to === 'first' ? 0 : -1)
          ?.focus()
    }}
  />
)
