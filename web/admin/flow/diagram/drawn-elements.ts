/** The ids of the elements that a file draws; one without positions cannot be shown. */
export const drawnElements = (xml: string): ReadonlySet<string> =>
  new Set(
    [...xml.matchAll(/<(?:\w{1,40}:)?BPMN(?:Shape|Edge)\s[^<>]{0,2000}?bpmnElement="([^"<>]+)"/g)].map(
      ([, id]) => id as string,
    ),
  )
