import { creditCheck } from '#contract/kit/rules.ts'
import type { Place, Trade } from './places.ts'
import type { Random } from './random.ts'

const firms = [
  '澄川',
  '岚桥',
  '云栎',
  '启衡',
  '砺锋',
  '泓序',
  '炽石',
  '澜图',
  '曜岭',
  '禾钧',
  '朔衍',
  '墨原',
  '汀兰',
  '沐恒',
  '昱岑',
  '峤远',
]
const surnames = [
  '王',
  '李',
  '张',
  '刘',
  '陈',
  '杨',
  '赵',
  '黄',
  '周',
  '吴',
  '徐',
  '孙',
  '胡',
  '朱',
  '高',
  '林',
  '何',
  '郭',
  '马',
  '罗',
]
const givenNames = ['明', '静', '磊', '敏', '强', '丽', '军', '燕', '涛', '娟', '勇', '芳', '杰', '霞', '鹏', '莉']
const titles = ['总经理', '副总经理', '总工程师', '信息中心主任', '生产总监', '项目经理', '设备部部长']

/** Generates valid credit codes that no register issues: their organisation part starts with XXX. */
export const makeCreditCodes = () => {
  let serial = 0
  return (city: string): string => {
    serial++
    const first = `91${city}XXX${String(serial).padStart(6, '0')}`
    return first + creditCheck(first)
  }
}

export const companyName = (random: Random, place: Place, trade: Trade, usedNames: Set<string>): string => {
  for (;;) {
    const name = `${place.name}${random.pick(firms)}${trade.word}${random.chance(0.3) ? '科技' : ''}有限公司`
    const uniqueName = usedNames.has(name)
      ? name.replace('有限公司', `（${random.pick(['一', '二', '三', '四', '五', '六', '七', '八'])}厂）有限公司`)
      : name
    if (usedNames.has(uniqueName)) continue
    usedNames.add(uniqueName)
    return uniqueName
  }
}

export const personName = (random: Random): string => random.pick(surnames) + random.pick(givenNames)
export const positionOf = (random: Random): string => random.pick(titles)
/** An unassigned number. */
export const phoneOf = (random: Random): string => `1990000${String(random.int(0, 9999)).padStart(4, '0')}`
export const mailOf = (name: string): string => `${name}@example.com`
