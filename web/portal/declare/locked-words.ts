import type { Text } from '#contract/kit/text.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { type Stage, stageOf, stageTitle } from '#contract/project/stages.ts'
import type { Status } from '#contract/project/status.ts'
import { transitions } from '#contract/project/transitions.ts'
import { holderOf } from '#web/declaration/holders.ts'

type Place = Pick<Status, 'status' | 'stageName' | 'holderName' | 'editable' | 'actions'>

/** Title of a returned declaration for those who cannot correct it. */
export const returnedToDeclarant: Text = ['申报已退回，由申报单位修改', 'Returned to the declarant for correction']

const fillsIn = (by: Text): Text => [`${by[0]}，您不能修改。`, `${by[1]}. You cannot change it.`]

const finished = ([zh, en]: Text): Text => [`${zh}，内容不能修改。`, `${en}; it cannot be changed.`]

const words: Record<Stage['phase'], (place: Place, title: Text, code: string) => Text> = {
  draft: ({ status, holderName }, _title, code) =>
    // the invited operator fills in its section, the declarant everything else
    stageOf(status).holder === 'operator' && operatorSection.startsWith(`${code}.`)
      ? fillsIn(holderOf(status, holderName))
      : fillsIn(['由申报单位填写', 'The declarant fills this in']),
  review: ({ actions, status }, [zh, en]) => {
    if (actions.includes('withdraw'))
      return [
        '已提交，等待受理，内容不能修改；受理前可以撤回。',
        'Submitted and waiting to be accepted for review; it cannot be changed. Until then you can withdraw it.',
      ]
    const isSubmitted = status === transitions.claim.from[0]
    return isSubmitted
      ? ['已提交，等待受理，内容不能修改。', 'Submitted and waiting to be accepted for review; it cannot be changed.']
      : [`已提交（${zh}），内容不能修改。`, `Submitted (${en}); it cannot be changed.`]
  },
  correction: ({ editable }) =>
    editable === 'none'
      ? [`${returnedToDeclarant[0]}。`, `${returnedToDeclarant[1]}.`]
      : [
          '申报已退回修改，仅清单所列内容可以修改，本部分不能修改。',
          'Returned for correction. You can change only the items that the task list names; none is in this part.',
        ],
  library: (_place, title) => finished(title),
  ended: (_place, title) => finished(title),
}

/** Why the reader cannot change a part: one sentence at the top of its page, by the stage of the declaration. */
export const lockedWords = (place: Place, code: string): Text =>
  words[stageOf(place.status).phase](place, stageTitle(place.status, place.stageName), code)
