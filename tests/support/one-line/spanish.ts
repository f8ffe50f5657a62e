/** Lines in Spanish; tests/support/one-line/table.ts says how they are read. */
export const SPANISH = `
= Daily | 2026-11-24
Lavavajillas [todos los días]
Lavavajillas [todos los dias]
Lavavajillas [TODOS LOS DÍAS]
Dar de comer al gato [cada día]
Dar de comer al gato [a diario]
Dar de comer al gato [diariamente]
Dar de comer al gato [una vez al día]
Vitaminas [cada mañana]
Vitaminas [todas las noches]
Pasear al perro [todas las tardes]
Vitaminas [todas las] mañanas y noches
= Weekly | 2026-11-24
Baño [cada semana]
Baño [todas las semanas]
Baño [una vez a la semana]
Baño [una vez por semana]
Baño [semanalmente]
Baño [cada martes]
Baño [cada mar]
= Monthly | 2026-11-24
Filtro [cada mes]
Filtro [todos los meses]
Filtro [mensualmente]
Filtro [una vez al mes]
= Yearly | 2026-11-24
Caldera [cada año]
Caldera [cada ano]
Caldera [todos los años]
Caldera [anualmente]
Caldera [una vez al año]
= Every 3 months | 2026-11-24
Filtro [cada 3 meses]
Filtro [cada trimestre]
Filtro [trimestralmente]
= Every 6 months | 2026-11-24
Detectores [cada seis meses]
Detectores [cada semestre]
= Every 2 days | 2026-11-24
Regar [cada 2 días]
Regar [cada dos días]
Regar [un día sí y otro no]
Regar [un dia si y otro no]
Regar [día por medio]
= Every 2 weeks | 2026-11-24
Sábanas [cada dos semanas]
Sábanas [cada 2 semanas]
Sábanas [una semana sí y otra no]
Sábanas [cada quince días]
Sábanas [quincenalmente]
= Every 15 days | 2026-11-24
Sábanas [cada 15 días]
= Weekly | 2026-11-26
Basura [cada jueves]
Basura [CADA JUEVES]
Basura [cada jue]
Basura [todos los jueves]
Basura [los jueves]
Basura [cada semana el jueves]
Basura [todas las semanas, el jueves]
Basura [semanalmente los jueves]
Basura [todos los jueves por la noche]
Basura, [cada jueves]
Basura: [cada jueves!]
[Cada jueves] sacar la basura
= Weekly on Monday and Thursday | 2026-11-26
Aspirar [los lunes y jueves]
Aspirar [los lunes y los jueves]
Aspirar [cada lunes y jueves]
Aspirar [todos los lunes y jueves]
Aspirar [lunes y jueves]
Aspirar [lun y jue]
Aspirar [lun/jue]
Aspirar [cada semana los lunes y jueves]
= Weekly on Monday, Wednesday and Friday | 2026-11-25
Deporte [lunes, miércoles y viernes]
Deporte [lunes, miercoles y viernes]
Deporte [lun, mié, vie]
Deporte [todos los lunes, miércoles y viernes]
Deporte [cada semana el lunes, el miércoles y el viernes]
= Weekly on every weekday | 2026-11-24
Merienda [de lunes a viernes]
Merienda [lun-vie]
Merienda [lunes-viernes]
Merienda [entre semana]
Merienda [todos los días laborables]
Merienda [cada día laborable]
= Weekly on every weekend day | 2026-11-28
Churros [todos los fines de semana]
Churros [cada fin de semana]
Churros [los fines de semana]
Churros [los sábados y domingos]
Churros [los sabados y domingos]
= Every 2 weeks on Friday | 2026-11-27
Aspirar [cada dos semanas el viernes]
Aspirar [cada 2 semanas los viernes]
Aspirar [cada dos viernes]
Aspirar [cada dos viernes,] 30 min, con Bob
Aspirar [un viernes sí y otro no]
Aspirar [un viernes de cada dos]
= Monthly on the 15th | 2026-12-15
Alquiler [el 15 de cada mes]
Alquiler [el día 15 de cada mes]
Alquiler [el dia 15 del mes]
Alquiler [los días 15 de cada mes]
Alquiler [cada mes el 15]
Alquiler [cada mes el día 15]
Alquiler [todos los meses el día 15]
Alquiler [el 15]
= Monthly on the 1st and 15th | 2026-12-01
Alquiler [el 1 y el 15 de cada mes]
Alquiler [los días 1 y 15 de cada mes]
Alquiler [todos los meses el 1 y el 15]
= Monthly on the 1st | 2026-12-01
Alquiler [el 1º de cada mes]
Alquiler [el primer día de cada mes]
= Monthly on the last day | 2026-11-30
Contador [el último día del mes]
Contador [el ultimo dia de cada mes]
Contador [a fin de mes]
Contador [a final de mes]
= Monthly on the first Monday | 2026-12-07
Filtro [el primer lunes de cada mes]
Filtro [el primer lunes del mes]
Filtro [el 1er lunes de cada mes]
Filtro [cada primer lunes del mes]
Filtro [todos los meses el primer lunes]
Filtro [cada primer lunes]
= Monthly on the second Friday | 2026-12-11
Filtro [el segundo viernes de cada mes]
Filtro [el 2º viernes de cada mes]
= Monthly on the last Saturday | 2026-11-28
Hervidor [el último sábado de cada mes]
Hervidor [el ultimo sabado del mes]
Hervidor [cada último sábado]
Hervidor [cada mes el último sábado]
= Monthly on the first and third Monday | 2026-12-07
Filtro [el primer y tercer lunes de cada mes]
Filtro [el primer y el tercer lunes del mes]
= Every 2 months on the 15th | 2026-12-15
Alquiler [cada 2 meses el 15]
= Monthly on the last weekday | 2026-11-30
Nóminas [el último día laborable del mes]
= Yearly on the 24th of December | 2026-12-24
Árbol [cada año el 24 de diciembre]
Árbol [todos los años el 24 de dic.]
Árbol [cada 24 de diciembre]
= Yearly on the second Sunday of May | 2027-05-09
Fiesta [cada segundo domingo de mayo]
Fiesta [cada año el segundo domingo de mayo]
= Yearly on the 1st of April and October | 2027-04-01
Neumáticos [cada año en abril y octubre]
Neumáticos [cada abril y octubre]
= 3 days after it was done | 2026-11-24
Plantas [3 días después de hacerlo]
Plantas [tres dias despues de hacerlo]
Plantas [cada 3 días después de hacerlo]
Plantas [3 días después de que se haga]
Plantas [3 días tras hacerlo]
= 1 week after it was done | 2026-11-24
Plantas [una semana después de hecho]
= Once | 2026-11-24
Dentista [hoy]
Dentista [una sola vez]
= Once | 2026-11-25
Dentista [mañana]
Dentista [manana]
Dentista [mañana] a las 9
= Once | 2026-11-26
Dentista [pasado mañana]
= Once | 2026-11-27
Dentista [viernes]
Dentista [el viernes]
Dentista [este viernes]
Dentista [el próximo viernes]
Dentista [el viernes que viene]
Dentista [en 3 días]
Dentista [dentro de 3 días]
Impuestos [antes del viernes]
Impuestos [para el viernes]
= Once | 2026-12-04
Dentista [el viernes de la semana que viene]
= Once | 2026-11-30
Dentista [la próxima semana]
Dentista [la semana que viene]
= Once | 2026-12-08
Dentista [en dos semanas]
= Once | 2026-12-14
Dentista [14/12/2026]
Dentista [el 14/12]
Dentista [14/12]
Dentista [el 14 de diciembre]
Dentista [14 dic.]
Dentista [el lun. 14 dic. 2026]
Dentista [el lunes 14 de diciembre de 2026] a las 9:30
Dentista [lunes 14/12]
= Once | 2027-04-03
Dentista [3/4]
Dentista [el 3 de abril]
= Daily | 2026-12-01
Pastillas [cada día] [a partir del 1 de diciembre]
Pastillas [todos los días] [desde el 1 de diciembre]
= Daily | 2026-11-24 | 2026-12-03
Pastillas [cada día] [durante 10 días]
= Daily | 2026-11-24 | 2027-01-05
Pastillas [cada día] [hasta el 5 de enero]
Pastillas [cada día] [hasta el 5/1]
= Weekly | 2026-12-04 | 2026-12-31
Basura [cada viernes] [desde el 1/12] [hasta el 31/12]
= Every 2 weeks on every weekday | 2026-11-24
Plantas [cada 2 semanas los días laborables]
= Every 2 weeks on every day | 2026-11-24
Plantas [cada 2 semanas todos los días]
= Monthly on the 1st, 15th and last day | 2026-11-30
Plantas [cada mes el 1, el 15 y el último día]
= asks
Deporte {3x por semana}
Deporte {dos veces por semana}
Deporte {2 veces al mes}
Perro {cada 2 o 3 semanas}
Perro {cada pocos días}
Ventanas {regularmente}
Medicina {cada 3 horas}
Cortinas {en primavera}
Colada {sáb}
Medicina {por las noches}
Ventanas {de vez en cuando}
= asks weekly
Limpiar el baño
Sacar la basura
Pasar la aspiradora
= asks once
Llamar a la abuela
Viernes negro de compras
Ir al mar
Arreglar el tercer escalón
Viernes pasado
Limón y sal comprar
`;
