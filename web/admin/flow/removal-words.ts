import type { RemovalPreview } from '#contract/flow/removal-preview.ts'
import type { Text } from '#contract/kit/text.ts'

const nextText = ({ version, next }: RemovalPreview): Text => {
  if (!next)
    return [
      `删除 V${version} 后该流程没有其他版本，不能再发起。`,
      `Without V${version} the process has no other version and cannot be started.`,
    ]
  const name: Text = next.isCommon
    ? [`通用流程的 V${next.version} `, `V${next.version} of the common process`]
    : [`上一版本 V${next.version} `, `the version before it, V${next.version},`]
  return next.isSuspended
    ? [
        `删除 V${version} 后，${name[0]}成为当前版本；它已挂起，启用后才能发起。`,
        `When V${version} is deleted, ${name[1]} becomes the current one; it is suspended and has to be activated first.`,
      ]
    : [
        `删除 V${version} 后，${name[0]}成为当前版本，新发起的流程按它办理。`,
        `When V${version} is deleted, ${name[1]} becomes the current one: new requests follow it.`,
      ]
}

const runningText = ({ version, running, runningElsewhere }: RemovalPreview): readonly Text[] => [
  ...(running
    ? ([
        [
          `有 ${running} 个实例正在按 V${version} 办理：不终止它们则不能删除；终止后申请保留，显示“流程已删除”。`,
          `${running} running on V${version}: unless they end, it cannot be deleted. Their requests stay and show that the process was deleted.`,
        ],
      ] as const)
    : ([[`没有实例正在按 V${version} 办理。`, `No instance is running on V${version}.`]] as const)),
  ...(runningElsewhere
    ? ([
        [
          `其他版本的 ${runningElsewhere} 个在办实例不受影响，按原版本办完。`,
          `${runningElsewhere} running on other versions are not affected and finish there.`,
        ],
      ] as const)
    : []),
]

/** What the removal of a version does, sentence by sentence. */
export const removalTexts = (preview: RemovalPreview): readonly Text[] => [nextText(preview), ...runningText(preview)]
