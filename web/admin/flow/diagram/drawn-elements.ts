/** The ids of the elements that a file draws; one without positions cannot be shown. */
export const drawnElements = (xml: string): ReadonlySet<string> =>
  new Set(
    [...xml.matchAll(/<(?:\w+:)?BPMN(?:Shape|Edge)\b[^>]*?\bbpmnElement="([^"]+)"/g)].map(([, id]) => id as string),
  )
