/**
 * Colours of what is drawn, as custom properties, so that a diagram follows the theme; and the font of the page, whose widths the
 * viewer measures.
 */
export const diagramLook = () => ({
  bpmnRenderer: {
    defaultFillColor: 'var(--paper)',
    defaultStrokeColor: 'var(--ink)',
    defaultLabelColor: 'var(--ink)',
  },
  textRenderer: { defaultStyle: { fontFamily: getComputedStyle(document.documentElement).fontFamily } },
})
