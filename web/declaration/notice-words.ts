import type { Text } from '#contract/kit/text.ts'

/** What a declarant has to know about the public notice of a project. */
export const noticeWords = (until: string, isDisputed: boolean): Text => {
  const end = until.slice(0, 16)
  return isDisputed
    ? [
        `公示期至 ${end}，已收到异议，正在核实；异议不成立且公示期满的，项目入库`,
        `Public notice until ${end}. An objection is being examined; the project is listed after the notice if it is dismissed`,
      ]
    : [
        `公示期至 ${end}，期满且无异议的，项目入库`,
        `Public notice until ${end}. Without an objection the project is then listed`,
      ]
}
