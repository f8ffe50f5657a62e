/**
 * Lines typed on Tuesday, November 24, 2026, with the categories Kitchen and Living room, and their meaning:
 * line | title | category | repeat text | start date | end date. Empty: not set. {a; b} are two lines of one
 * meaning; a line alone is its title.
 */
export const QUICK_ADD_CASES: Readonly<Record<string, string>> = {
  "what it is for": `
    bins every thu | bins |  | Weekly | 2026-11-26
    water plants every 3 days after done | water plants |  | 3 days after it was done | 2026-11-24
    descale kettle monthly on the last sat @kitchen | descale kettle | Kitchen | Monthly on the last Saturday | 2026-11-28
    call grandma sundays 🎂 | call grandma 🎂 |  | Weekly | 2026-11-29
  `,
  "every so often": `
    Sweep {daily; every day; each day} | Sweep |  | Daily | 2026-11-24
    Daily sweep of the hall | sweep of the hall |  | Daily | 2026-11-24
    Sweep everyday
    Sweep {weekly; every week; once a week; once per week} | Sweep |  | Weekly | 2026-11-24
    Weekly report | report |  | Weekly | 2026-11-24
    Sweep once every month | Sweep |  | Monthly | 2026-11-24
    Back up {monthly; every month; once a month} | Back up |  | Monthly | 2026-11-24
    Renew {yearly; annually; every year; once a year} | Renew |  | Yearly | 2026-11-24
    Pay tax {quarterly; every quarter} | Pay tax |  | Every 3 months | 2026-11-24
    Mow {fortnightly; every fortnight; every other week; every second week} | Mow |  | Every 2 weeks | 2026-11-24
    Mow {every 2 weeks; every two weeks} | Mow |  | Every 2 weeks | 2026-11-24
    Mow every {other; second; 2nd} day | Mow |  | Every 2 days | 2026-11-24
    Mow every third day | Mow |  | Every 3 days | 2026-11-24
    Mow every 4 days | Mow |  | Every 4 days | 2026-11-24
    Mow every ten days | Mow |  | Every 10 days | 2026-11-24
    Mow every 11th day | Mow |  | Every 11 days | 2026-11-24
    Mow each 3 weeks | Mow |  | Every 3 weeks | 2026-11-24
    Mow every other month | Mow |  | Every 2 months | 2026-11-24
    Mow every 6 months | Mow |  | Every 6 months | 2026-11-24
    Mow every 3rd month | Mow |  | Every 3 months | 2026-11-24
    Mow every {other year; 2 years} | Mow |  | Every 2 years | 2026-11-24
    Mow every 5 years | Mow |  | Every 5 years | 2026-11-24
    Mow every 999 days | Mow |  | Every 999 days | 2026-11-24
    Mow every 1 day | Mow |  | Daily | 2026-11-24
    Mow every 1 week | Mow |  | Weekly | 2026-11-24
    Mow {every 0 days; every 1000 days; every few days; every 3 hours; every; hourly; biweekly; bi-weekly}
    Mow {twice a month; twice a week; 3 times a week; every so often; every now and then; every last week}
  `,
  "a part of the day is understood, times stay in the title": `
    Vitamins {every morning; each evening} | Vitamins |  | Daily | 2026-11-24
    Walk every night with Rex | Walk with Rex |  | Daily | 2026-11-24
    Piano every Thursday evening | Piano |  | Weekly | 2026-11-26
    Choir every other tue and thu evening @kitchen | Choir | Kitchen | Every 2 weeks on Tuesday and Thursday | 2026-11-24
    Bins weekly on mon night | Bins |  | Weekly | 2026-11-30
    Walk every Thursday morning and evening | Walk morning and evening |  | Weekly | 2026-11-26
    Vitamins every day at 9 | Vitamins at 9 |  | Daily | 2026-11-24
    Vitamins daily at 9:30 pm | Vitamins at 9:30 pm |  | Daily | 2026-11-24
    Stand-up every weekday at 9am | Stand-up at 9am |  | Weekly on every weekday | 2026-11-24
    Walk every morning and evening | Walk morning and evening |  | Daily | 2026-11-24
  `,
  weekdays: `
    Bins {every thursday; every Thursday; every thurs; every thur; every thursdays} | Bins |  | Weekly | 2026-11-26
    Bins {weekly on thu; weekly on thursdays; weekly, on thu} | Bins |  | Weekly | 2026-11-26
    BINS EVERY THU | BINS |  | Weekly | 2026-11-26
    Bins {each tue; every tues; every tuesday} | Bins |  | Weekly | 2026-11-24
    Bins every wed | Bins |  | Weekly | 2026-11-25
    Bins {every mon and thu; every mon & thu; every mon+thu} | Bins |  | Weekly on Monday and Thursday | 2026-11-26
    Bins {mondays and thursdays; on monday and thursdays} | Bins |  | Weekly on Monday and Thursday | 2026-11-26
    Bins {on mon and thu; every week on mon and thu} | Bins |  | Weekly on Monday and Thursday | 2026-11-26
    Bins {every mon/wed/fri; every mon, wed and fri} | Bins |  | Weekly on Monday, Wednesday and Friday | 2026-11-25
    Bins {every mon, wed, and fri; every mon,wed,fri} | Bins |  | Weekly on Monday, Wednesday and Friday | 2026-11-25
    Bins every mon wed fri | Bins |  | Weekly on Monday, Wednesday and Friday | 2026-11-25
    Bins Mondays, Wednesdays and Fridays | Bins |  | Weekly on Monday, Wednesday and Friday | 2026-11-25
    Bins every thu sun cream | Bins sun cream |  | Weekly | 2026-11-26
    Bins {every mon-fri; mon-fri; every mon to fri} | Bins |  | Weekly on every weekday | 2026-11-24
    Bins {on monday through friday; weekdays; on weekdays; workdays} | Bins |  | Weekly on every weekday | 2026-11-24
    Bins {every weekday; every workday; every work day} | Bins |  | Weekly on every weekday | 2026-11-24
    Bins {every working day; weekly on every weekday} | Bins |  | Weekly on every weekday | 2026-11-24
    Bins every fri to mon | Bins |  | Weekly on Monday, Friday, Saturday and Sunday | 2026-11-27
    Bins {sat–sun; on sat and sun; weekly on weekends} | Bins |  | Weekly on every weekend day | 2026-11-28
    Bins {mondays; on mondays; every week on monday} | Bins |  | Weekly | 2026-11-30
    Lunch {weekends; on weekends; every weekend} | Lunch |  | Weekly on every weekend day | 2026-11-28
    Lunch every weekend day | Lunch |  | Weekly on every weekend day | 2026-11-28
    Bins every 2 weeks on mon and thu | Bins |  | Every 2 weeks on Monday and Thursday | 2026-11-26
    Bins every two weeks on tuesday | Bins |  | Every 2 weeks on Tuesday | 2026-11-24
    Bins every other week on wed | Bins |  | Every 2 weeks on Wednesday | 2026-11-25
    Bins every other thu | Bins |  | Every 2 weeks on Thursday | 2026-11-26
    Bins every other monday | Bins |  | Every 2 weeks on Monday | 2026-11-30
    Bins every other {weekend; sat and sun} | Bins |  | Every 2 weeks on every weekend day | 2026-11-28
    Bins fortnightly on fri | Bins |  | Every 2 weeks on Friday | 2026-11-27
    Bins every 3 weeks on sat | Bins |  | Every 3 weeks on Saturday | 2026-11-28
    Bins every 2 weeks on weekdays | Bins |  | Every 2 weeks on every weekday | 2026-11-24
    Bins every 2 weeks on every day | Bins |  | Every 2 weeks on every day | 2026-11-24
    Bins every mon tue wed thu fri sat sun | Bins |  | Daily | 2026-11-24
    Thursday bins every thu | Thursday bins |  | Weekly | 2026-11-26
  `,
  "days of the month": `
    Rent {on the 1st; on the 1st of the month; on the 1st of every month} | Rent |  | Monthly on the 1st | 2026-12-01
    Rent {on the 1st of each month; the 1st of the month; 1st of the month} | Rent |  | Monthly on the 1st | 2026-12-01
    Rent {every 1st; first day of the month} | Rent |  | Monthly on the 1st | 2026-12-01
    Rent {on the first day of each month; monthly on the 1st} | Rent |  | Monthly on the 1st | 2026-12-01
    Rent on the 31st | Rent |  | Monthly on the 31st | 2026-12-31
    Rent {every 15th; monthly on 15; monthly on the 15th} | Rent |  | Monthly on the 15th | 2026-12-15
    Rent {every 1st and 15th; 1st and 15th of the month} | Rent |  | Monthly on the 1st and 15th | 2026-12-01
    Rent on the 1st and 15th | Rent |  | Monthly on the 1st and 15th | 2026-12-01
    Rent on the 1st and the 15th of the month | Rent |  | Monthly on the 1st and 15th | 2026-12-01
    Rent every month on the 1st and 15th | Rent |  | Monthly on the 1st and 15th | 2026-12-01
    Rent on the 1st, 11th and 21st | Rent |  | Monthly on the 1st, 11th and 21st | 2026-12-01
    Rent {last day of the month; on the last day of the month} | Rent |  | Monthly on the last day | 2026-11-30
    Rent {on the last day; every last day of the month} | Rent |  | Monthly on the last day | 2026-11-30
    Rent monthly on the last day | Rent |  | Monthly on the last day | 2026-11-30
    Rent on the 1st and last day of the month | Rent |  | Monthly on the 1st and last day | 2026-11-30
    Rent monthly the 3rd | Rent |  | Monthly on the 3rd | 2026-12-03
    Rent {every 3 months; quarterly} on the 1st | Rent |  | Every 3 months on the 1st | 2026-12-01
    Rent every other month on the 10th | Rent |  | Every 2 months on the 10th | 2026-12-10
    Rent quarterly on the last day | Rent |  | Every 3 months on the last day | 2026-11-30
    {Clean on the 1st floor; Meet 2nd cousin}
    Rent {on the 32nd; every 32nd; every 0th; 15th}
    Rent monthly on the 32nd | Rent on the 32nd |  | Monthly | 2026-11-24
  `,
  "weekdays of the month": `
    Meter first monday of the month | Meter |  | Monthly on the first Monday | 2026-12-07
    Meter on the first monday of the month | Meter |  | Monthly on the first Monday | 2026-12-07
    Meter {the first monday of every month; every first monday} | Meter |  | Monthly on the first Monday | 2026-12-07
    Meter every 1st monday of the month | Meter |  | Monthly on the first Monday | 2026-12-07
    Meter every {2nd thu; second thursday of the month} | Meter |  | Monthly on the second Thursday | 2026-12-10
    Meter {every last friday; monthly on last fri} | Meter |  | Monthly on the last Friday | 2026-11-27
    Meter {on the last sat; last sat of the month} | Meter |  | Monthly on the last Saturday | 2026-11-28
    Meter monthly on the last sat | Meter |  | Monthly on the last Saturday | 2026-11-28
    Meter monthly on the 2nd tuesday | Meter |  | Monthly on the second Tuesday | 2026-12-08
    Meter every month on the third wed | Meter |  | Monthly on the third Wednesday | 2026-12-16
    Meter every 2 months on the second tue | Meter |  | Every 2 months on the second Tuesday | 2026-12-08
    Meter first and third monday of the month | Meter |  | Monthly on the first and third Monday | 2026-12-07
    Meter on the 2nd and 4th tue of the month | Meter |  | Monthly on the second and fourth Tuesday | 2026-11-24
    Meter first weekday of the month | Meter |  | Monthly on the first weekday | 2026-12-01
    Meter last workday of each month | Meter |  | Monthly on the last weekday | 2026-11-30
    Meter monthly on the last weekday | Meter |  | Monthly on the last weekday | 2026-11-30
    Meter monthly on the first weekend day | Meter |  | Monthly on the first weekend day | 2026-12-05
    Meter fifth sunday of the month | Meter |  | Monthly on the fifth Sunday | 2026-11-29
    Meter last friday
    Meter monthly on monday | Meter |  | Monthly | 2026-11-30
  `,
  years: `
    Gift {yearly on 24 dec; yearly on the 24th of december} | Gift |  | Yearly on the 24th of December | 2026-12-24
    Gift {yearly on dec 24; yearly on December 24th} | Gift |  | Yearly on the 24th of December | 2026-12-24
    Gift {every year on 24 dec; every 24 dec; every dec 24} | Gift |  | Yearly on the 24th of December | 2026-12-24
    Gift every 24th of December | Gift |  | Yearly on the 24th of December | 2026-12-24
    Gift annually on 1 jan | Gift |  | Yearly on the 1st of January | 2027-01-01
    Gift every 2 years on 5 july | Gift |  | Every 2 years on the 5th of July | 2027-07-05
    Gift yearly on 29 feb | Gift |  | Yearly on the 29th of February | 2028-02-29
    Gift yearly on 31 feb | Gift on 31 feb |  | Yearly | 2026-11-24
    Gift yearly on 31 apr | Gift on 31 apr |  | Yearly | 2026-11-24
    Boiler every {year in may; may} | Boiler |  | Yearly on the 1st of May | 2027-05-01
    Boiler yearly in september | Boiler |  | Yearly on the 1st of September | 2027-09-01
    Boiler every april and october | Boiler |  | Yearly on the 1st of April and October | 2027-04-01
    Boiler yearly on the 1st of april and october | Boiler |  | Yearly on the 1st of April and October | 2027-04-01
    Boiler yearly in mar, jun, sep and dec | Boiler |  | Yearly on the 1st of March, June, September and December | 2026-12-01
    Mum {every; yearly on the} second sunday of may | Mum |  | Yearly on the second Sunday of May | 2027-05-09
    Mum yearly on the last monday in august | Mum |  | Yearly on the last Monday of August | 2027-08-30
    Mum every other year on 3 march | Mum |  | Every 2 years on the 3rd of March | 2027-03-03
    Gift yearly dec 24 | Gift |  | Yearly | 2026-12-24
  `,
  "after it was done": `
    Water {every 3 days after done; every 3 days after it was done} | Water |  | 3 days after it was done | 2026-11-24
    Water every 3 days after it's done | Water |  | 3 days after it was done | 2026-11-24
    Water every 3 days after it’s done | Water |  | 3 days after it was done | 2026-11-24
    Water {every 3 days after completion; 3 days after done} | Water |  | 3 days after it was done | 2026-11-24
    Water every! 3 days | Water |  | 3 days after it was done | 2026-11-24
    Water {a week after done; weekly after done; every! week} | Water |  | 1 week after it was done | 2026-11-24
    Water one month after it was done | Water |  | 1 month after it was done | 2026-11-24
    Water daily after it is done | Water |  | 1 day after it was done | 2026-11-24
    Water yearly after done | Water |  | 12 months after it was done | 2026-11-24
    Water every 2 years after done | Water |  | 24 months after it was done | 2026-11-24
    Water quarterly after done | Water |  | 3 months after it was done | 2026-11-24
    Water every fortnight after last done | Water |  | 2 weeks after it was done | 2026-11-24
    Water every 3 days after lunch | Water after lunch |  | Every 3 days | 2026-11-24
    Water every 84 years after done | Water after done |  | Every 84 years | 2026-11-24
  `,
  "a day": `
    Dentist {today; this tuesday; once; just once} | Dentist |  | Once | 2026-11-24
    Dentist {tomorrow; tmrw; once tomorrow} | Dentist |  | Once | 2026-11-25
    Dentist {day; the day} after tomorrow | Dentist |  | Once | 2026-11-26
    Dentist {friday; on friday; on fri; this friday; in 3 days; 3 days from now} | Dentist |  | Once | 2026-11-27
    Dentist by friday | Dentist |  | Once | 2026-11-27
    Dentist next {friday; fri} | Dentist |  | Once | 2026-12-04
    Dentist next week | Dentist |  | Once | 2026-11-30
    Dentist {next month; on tuesday} | Dentist |  | Once | 2026-12-01
    Dentist this weekend | Dentist |  | Once | 2026-11-28
    Dentist in two weeks | Dentist |  | Once | 2026-12-08
    Dentist {in a month; 24 dec; dec 24; on 24 December; on the 24th of december} | Dentist |  | Once | 2026-12-24
    Dentist {on dec 24th; once on dec 24} | Dentist |  | Once | 2026-12-24
    Dentist {24 dec; Dec 24,} 2027 | Dentist |  | Once | 2027-12-24
    Dentist on 2027-03-04 | Dentist |  | Once | 2027-03-04
    Dentist 3 mar | Dentist |  | Once | 2027-03-03
    Dentist 29 feb | Dentist |  | Once | 2028-02-29
    Dentist {30 feb; on 31 april}
    Taxes due {apr; by april} 15 | Taxes |  | Once | 2027-04-15
    Dentist tomorrow at 5 | Dentist at 5 |  | Once | 2026-11-25
    {Call Bob tomorrow about lunch; Once upon a time}
  `,
  "from and until": `
    Bins daily {from; starting} tomorrow | Bins |  | Daily | 2026-11-25
    Bins daily starting on dec 1 | Bins |  | Daily | 2026-12-01
    Bins daily beginning next monday | Bins |  | Daily | 2026-11-30
    Bins every thu from dec 1 | Bins |  | Weekly | 2026-12-03
    Bins every 2 days from 1 jan | Bins |  | Every 2 days | 2027-01-01
    Bins every day since 1 jan 2026 | Bins |  | Daily | 2026-01-01
    Bins from tomorrow | Bins |  |  | 2026-11-25
    Bins weekly tomorrow | Bins |  | Weekly | 2026-11-25
    Bins every 2 days until dec 31 | Bins |  | Every 2 days | 2026-11-24 | 2026-12-31
    Bins daily until 5 jan | Bins |  | Daily | 2026-11-24 | 2027-01-05
    Bins daily till next friday | Bins |  | Daily | 2026-11-24 | 2026-12-04
    Bins daily through dec 31 | Bins |  | Daily | 2026-11-24 | 2026-12-31
    Bins daily until 2020-01-01 | Bins until 2020-01-01 |  | Daily | 2026-11-24
    Bins daily from dec 1 until dec 31 | Bins |  | Daily | 2026-12-01 | 2026-12-31
    Bins until dec 31 | Bins |  |  |  | 2026-12-31
    Bins daily until further notice | Bins until further notice |  | Daily | 2026-11-24
    Pills every day for 10 days | Pills |  | Daily | 2026-11-24 | 2026-12-03
    Pills every 2 days for 2 weeks | Pills |  | Every 2 days | 2026-11-24 | 2026-12-07
    Pills weekly for a month from dec 1 | Pills |  | Weekly | 2026-12-01 | 2026-12-31
    Book a hut for 3 weeks
    Bins every other tue from jan 1 2027 | Bins |  | Every 2 weeks on Tuesday | 2027-01-05
  `,
  categories: `
    Kettle {@kitchen; #kitchen; @KITCHEN} | Kettle | Kitchen
    @kitchen kettle | kettle | Kitchen
    Kettle @Kitchen daily | Kettle | Kitchen | Daily | 2026-11-24
    Kettle {@living room; @living-room} | Kettle | Living room
    Kettle @Living_Room weekly | Kettle | Living room | Weekly | 2026-11-24
    Kettle @garden | Kettle | garden
    Kettle @Garden-shed | Kettle | Garden-shed
    Kettle @garden, daily | Kettle | garden | Daily | 2026-11-24
    Kettle @garden @kitchen | Kettle @kitchen | garden
    Kettle {#1; @5pm; @ home; @}
    Mail bob@example.com
    Kettle #küche | Kettle | küche
    Kettle @台所 | Kettle | 台所
    Kettle @🏡 | Kettle | 🏡
    Kettle @kitchenette | Kettle | kitchenette
  `,
  punctuation: `
    Call {mum, every sunday; mum - every sunday; mum: every sunday!} | Call mum |  | Weekly | 2026-11-29
    every thu: bins | bins |  | Weekly | 2026-11-26
    Bins, every thu, @kitchen | Bins | Kitchen | Weekly | 2026-11-26
    Bins (every thu)
    Bins every. thu | Bins every. |  |  | 2026-11-26
    Bins every thu. | Bins |  | Weekly | 2026-11-26
  `,
  contradictions: `
    Bins every day every thu | Bins every thu |  | Daily | 2026-11-24
    Bins weekly daily | Bins daily |  | Weekly | 2026-11-24
    Bins every thu monthly | Bins monthly |  | Weekly | 2026-11-26
    Bins once daily | Bins |  | Daily | 2026-11-24
    Bins from tomorrow from friday | Bins from friday |  |  | 2026-11-25
    Bins once on dec 24 from tomorrow | Bins from tomorrow |  | Once | 2026-12-24
    Bins daily except sundays | Bins except sundays |  | Daily | 2026-11-24
  `,
  "title only": `
    {every thu; daily; tomorrow; x every thu; 🎂 sundays; Sunday roast; Black Friday shopping; Sat on the couch}
    {We may call Bob; March with the band; Second coat of paint; Sun cream; Order now; Read 1984; Buy 12 eggs}
    {Clean 2 windows; Put sun hats away; Watch Friday Night Lights; Fix the third step}
    {@kitchen; @kitchen daily}
    sundays 🎂🎂 | 🎂🎂 |  | Weekly | 2026-11-29
  `,
  "other languages": `
    Müll {jeden Donnerstag; täglich}
    {Poubelles tous les jeudis; Basura cada jueves; ゴミ 毎週木曜日; Vuilnis elke dag}
    Müll wöchentlich @Küche | Müll wöchentlich | Küche
    Müll am 24.12. | Müll am |  | Once | 2026-12-24
  `,
  "scripts and signs": `
    להוציא זבל every thu | להוציא זבל |  | Weekly | 2026-11-26
    قمامة every thu @مطبخ | قمامة | مطبخ | Weekly | 2026-11-26
    🗑️🗑️ every thu | 🗑️🗑️ |  | Weekly | 2026-11-26
    👩‍👩‍👧 call daily | 👩‍👩‍👧 call |  | Daily | 2026-11-24
    \u202Esnib every thu | \u202Esnib |  | Weekly | 2026-11-26
  `,
  "all together": `
    Dentist tomorrow morning | Dentist morning |  | Once | 2026-11-25
    Dentist friday 9am | Dentist 9am |  | Once | 2026-11-27
    Dentist on friday at 9:30 with Rex | Dentist at 9:30 with Rex |  | Once | 2026-11-27
    Pills once daily | Pills |  | Daily | 2026-11-24
    Pills twice daily | Pills twice |  | Daily | 2026-11-24
    {Plan next week's menu; Read the Sunday paper; Wash curtains every spring}
    Report, weekly, to Bob | Report to Bob |  | Weekly | 2026-11-24
    Pay Anna back on the 15th | Pay Anna back |  | Monthly on the 15th | 2026-12-15
    Rent on the 1st @kitchen | Rent | Kitchen | Monthly on the 1st | 2026-12-01
    Filter every 3 months after done @garden from dec 1 | Filter | garden | 3 months after it was done | 2026-12-01
    Birthday of Ann every 5 mar 🎂 | Birthday of Ann 🎂 |  | Yearly on the 5th of March | 2027-03-05
    Swap tyres every april and october @garage | Swap tyres | garage | Yearly on the 1st of April and October | 2027-04-01
    Feed cat every day until next monday @pets | Feed cat | pets | Daily | 2026-11-24 | 2026-11-30
  `,
};

/**
 * Lines typed in a first hour, on the same day, and the results: line | title | repeat | start date. 'asks' is
 * a question, with the marked answer, or with the words that sound like a rhythm and don't give one.
 */
export const FIRST_HOUR = `
    vacuum mon and thu | vacuum | Weekly on Monday and Thursday | 2026-11-26
    smoke alarms twice a year | smoke alarms twice a year | asks: 'twice a year'
    gym 3x a week | gym 3x a week | asks: '3x a week'
    homework mo-fr | homework | Weekly on every weekday | 2026-11-24
    dentist 14.12. | dentist | Once | 2026-12-14
    bath the dog every 2-3 weeks | bath the dog every 2-3 weeks | asks: 'every 2-3 weeks'
    Dishes | Dishes | asks (once)
    bins every thursday | bins | Weekly | 2026-11-26
    water plants every 3 days | water plants | Every 3 days | 2026-11-24
    change the sheets every other sunday | change the sheets | Every 2 weeks on Sunday | 2026-11-29
    rent on the 1st | rent | Monthly on the 1st | 2026-12-01
    call mum sunday | call mum | Once | 2026-11-29
    dentist 12/14 | dentist | Once | 2026-12-14
    birthday Anna 5 mar every year | birthday Anna | Yearly | 2027-03-05
    clean the fridge monthly | clean the fridge | Monthly | 2026-11-24
    feed the cat twice daily | feed the cat twice | Daily | 2026-11-24
    laundry sat | laundry sat | asks: 'sat'
    piano lesson tue and fri | piano lesson | Weekly on Tuesday and Friday | 2026-11-24
    book the holiday | book the holiday | asks (once)
    mow the lawn every other saturday | mow the lawn | Every 2 weeks on Saturday | 2026-11-28
`;

/** More of these. */
export const LATER_HOURS = `
    Clean the oven | Clean the oven | asks (weekly)
    Buy milk tomorrow | Buy milk | Once | 2026-11-25
    Pay the electrician by friday | Pay the electrician | Once | 2026-11-27
    Vitamins every morning | Vitamins | Daily | 2026-11-24
    Trash tue | Trash | Once | 2026-12-01
    Recycling every 2 weeks on wednesday | Recycling | Every 2 weeks on Wednesday | 2026-11-25
    Yoga 2 x week | Yoga 2 x week | asks: '2 x week'
    Yoga twice weekly | Yoga twice weekly | asks: 'twice weekly'
    Swim three times a month | Swim three times a month | asks: 'three times a month'
    Windows every few months | Windows every few months | asks: 'every few months'
    Curtains in spring | Curtains in spring | asks: 'in spring'
    Gutters every autumn | Gutters every autumn | asks: 'every autumn'
    Filter every 3 mo | Filter every 3 mo | asks: 'every 3 mo'
    Filter every quarter | Filter | Every 3 months | 2026-11-24
    Backups biweekly | Backups biweekly | asks: 'biweekly'
    Backups bi-weekly | Backups bi-weekly | asks: 'bi-weekly'
    Meds mornings | Meds mornings | asks: 'mornings'
    Meds every morning and evening | Meds morning and evening | Daily | 2026-11-24
    Practice daily | Practice | Daily | 2026-11-24
    Practice nightly | Practice nightly | asks: 'nightly'
    School bag mo, we and fr | School bag | Weekly on Monday, Wednesday and Friday | 2026-11-25
    School run mo/we/fr | School run | Weekly on Monday, Wednesday and Friday | 2026-11-25
    Swim tu, th | Swim | Weekly on Tuesday and Thursday | 2026-11-24
    Bath every sa | Bath | Weekly | 2026-11-28
    Team call on mo and we | Team call | Weekly on Monday and Wednesday | 2026-11-25
    Garden from may | Garden from may | asks (once)
    Plants until 5 jan | Plants | asks (none)
    Car wash every 4 to 6 weeks | Car wash every 4 to 6 weeks | asks: 'every 4 to 6 weeks'
    Walk the dog 2x/day | Walk the dog 2x/day | asks: '2x/day'
    Water ferns 2 or 3 days | Water ferns 2 or 3 days | asks: '2 or 3 days'
    Update sat nav maps | Update sat nav maps | asks (once)
    Report 14.12.2026 | Report | Once | 2026-12-14
    Report on 3.4. | Report | Once | 2027-03-04
    Report on 12/14/2027 | Report | Once | 2027-12-14
    Update to Node 22.11 | Update to Node 22.11 | asks (once)
    Mix 1/2 cup of soda | Mix 1/2 cup of soda | asks (once)
    Dust every now and then | Dust every now and then | asks: 'every now and then'
    Dust once in a while | Dust once in a while | asks: 'once in a while'
    Dust alternate fridays | Dust alternate fridays | asks: 'alternate fridays'
    Ironing wed | Ironing wed | asks: 'wed'
    Post office fri | Post office | Once | 2026-11-27
    Taxes once a year | Taxes | Yearly | 2026-11-24
    Taxes due apr 15 | Taxes | Once | 2027-04-15
    Once a week windows | windows | Weekly | 2026-11-24
    Sheets once every 2 weeks | Sheets | Every 2 weeks | 2026-11-24
    Feed fish every 3rd day | Feed fish | Every 3 days | 2026-11-24
    Read for 20 minutes every day | Read for 20 minutes | Daily | 2026-11-24
    Fri night pizza | Fri night pizza | asks (once)
    everyday dishes | everyday dishes | asks: 'everyday'
    bath dog every 2-3 weeks on friday | bath dog every 2-3 weeks | asks: 'every 2-3 weeks' | 2026-11-27
    every thu | every thu | asks (none)
    Water the orchids weekly after done | Water the orchids | 1 week after it was done | 2026-11-24
`;
