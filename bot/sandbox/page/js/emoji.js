/** A modest table of emoji shortcodes, and the handful offered for reactions. */

const TABLE = `
+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|wave 👋|raised_hands 🙌|clap 👏|pray 🙏|ok_hand 👌|muscle 💪
point_right 👉|point_left 👈|point_up ☝️|point_down 👇|raised_hand ✋|hand ✋|v ✌️|crossed_fingers 🤞|handshake 🤝|writing_hand ✍️
smile 😄|smiley 😃|grinning 😀|grin 😁|joy 😂|rofl 🤣|slightly_smiling_face 🙂|wink 😉|blush 😊|heart_eyes 😍
thinking_face 🤔|face_with_monocle 🧐|neutral_face 😐|expressionless 😑|unamused 😒|grimacing 😬|sweat_smile 😅|sweat 😓|cry 😢|sob 😭
scream 😱|fearful 😨|angry 😠|rage 😡|exploding_head 🤯|sleeping 😴|zzz 💤|face_palm 🤦|facepalm 🤦|shrug 🤷|sunglasses 😎|nerd_face 🤓|partying_face 🥳|salute 🫡|melting_face 🫠
robot_face 🤖|robot 🤖|ghost 👻|skull 💀|alien 👽|eyes 👀|eye 👁️|brain 🧠|speech_balloon 💬|thought_balloon 💭
heart ❤️|broken_heart 💔|sparkles ✨|star ⭐|star2 🌟|dizzy 💫|boom 💥|fire 🔥|100 💯|tada 🎉|confetti_ball 🎊|trophy 🏆|medal 🏅|first_place_medal 🥇
white_check_mark ✅|heavy_check_mark ✔️|ballot_box_with_check ☑️|x ❌|negative_squared_cross_mark ❎|heavy_multiplication_x ✖️|heavy_plus_sign ➕|heavy_minus_sign ➖|question ❓|grey_question ❔|exclamation ❗|grey_exclamation ❕|bangbang ‼️|interrobang ⁉️
octagonal_sign 🛑|stop_sign 🛑|no_entry ⛔|no_entry_sign 🚫|warning ⚠️|construction 🚧|rotating_light 🚨|vertical_traffic_light 🚦|traffic_light 🚥|shield 🛡️|lock 🔒|unlock 🔓|closed_lock_with_key 🔐|key 🔑|old_key 🗝️
information_source ℹ️|bell 🔔|no_bell 🔕|loudspeaker 📢|mega 📣|speaker 🔈|mute 🔇|hourglass ⌛|hourglass_flowing_sand ⏳|stopwatch ⏱️|alarm_clock ⏰|timer_clock ⏲️|watch ⌚|clock1 🕐|clock3 🕒|clock12 🕛|calendar 📆|date 📅|spiral_calendar_pad 🗓️
red_circle 🔴|large_orange_circle 🟠|large_yellow_circle 🟡|large_green_circle 🟢|large_blue_circle 🔵|large_purple_circle 🟣|white_circle ⚪|black_circle ⚫|large_green_square 🟩|large_yellow_square 🟨|large_red_square 🟥|small_red_triangle 🔺|small_red_triangle_down 🔻|small_blue_diamond 🔹|small_orange_diamond 🔸
rocket 🚀|airplane ✈️|ambulance 🚑|fire_engine 🚒|fire_extinguisher 🧯|helicopter 🚁|anchor ⚓|ship 🚢|satellite 🛰️|satellite_antenna 📡
computer 💻|desktop_computer 🖥️|keyboard ⌨️|floppy_disk 💾|cd 💿|card_file_box 🗃️|file_cabinet 🗄️|wastebasket 🗑️|battery 🔋|electric_plug 🔌|bulb 💡|flashlight 🔦|wrench 🔧|hammer 🔨|hammer_and_wrench 🛠️|nut_and_bolt 🔩|gear ⚙️|link 🔗|chains ⛓️|magnet 🧲|test_tube 🧪|microscope 🔬|telescope 🔭|mag 🔍|mag_right 🔎|toolbox 🧰|package 📦|label 🏷️|bookmark 🔖|scissors ✂️|paperclip 📎|pushpin 📌|round_pushpin 📍|triangular_flag_on_post 🚩|checkered_flag 🏁
memo 📝|pencil 📝|pencil2 ✏️|page_facing_up 📄|page_with_curl 📃|clipboard 📋|notebook 📓|book 📖|books 📚|ledger 📒|scroll 📜|newspaper 📰|email 📧|envelope ✉️|inbox_tray 📥|outbox_tray 📤|bar_chart 📊|chart_with_upwards_trend 📈|chart_with_downwards_trend 📉|moneybag 💰|credit_card 💳|receipt 🧾|scales ⚖️|balance_scale ⚖️
arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|arrow_upper_right ↗️|arrow_lower_right ↘️|leftwards_arrow_with_hook ↩️|arrow_right_hook ↪️|arrows_counterclockwise 🔄|arrows_clockwise 🔃|repeat 🔁|twisted_rightwards_arrows 🔀|fast_forward ⏩|rewind ⏪|double_vertical_bar ⏸️|pause_button ⏸️|arrow_forward ▶️|black_square_for_stop ⏹️|new 🆕|ok 🆗|sos 🆘|up 🆙|recycle ♻️|infinity ♾️
sunny ☀️|cloud ☁️|partly_sunny ⛅|rain_cloud 🌧️|lightning ⚡|zap ⚡|snowflake ❄️|rainbow 🌈|crescent_moon 🌙|full_moon 🌕|earth_africa 🌍|earth_americas 🌎|globe_with_meridians 🌐|ocean 🌊|seedling 🌱|evergreen_tree 🌲|herb 🌿|four_leaf_clover 🍀|mushroom 🍄
bug 🐛|beetle 🐞|ant 🐜|bee 🐝|snail 🐌|turtle 🐢|snake 🐍|octopus 🐙|whale 🐳|dolphin 🐬|crab 🦀|penguin 🐧|bird 🐦|owl 🦉|elephant 🐘|monkey 🐒|see_no_evil 🙈|hear_no_evil 🙉|speak_no_evil 🙊|cat 🐱|dog 🐶|unicorn_face 🦄|dragon 🐉
coffee ☕|tea 🍵|beer 🍺|beers 🍻|pizza 🍕|cake 🍰|birthday 🎂|cookie 🍪|apple 🍎|popcorn 🍿|gift 🎁|balloon 🎈|dart 🎯|game_die 🎲|jigsaw 🧩|crystal_ball 🔮|umbrella ☔|door 🚪|house 🏠|office 🏢|hospital 🏥|bank 🏦|factory 🏭
one 1️⃣|two 2️⃣|three 3️⃣|four 4️⃣|five 5️⃣|six 6️⃣|seven 7️⃣|eight 8️⃣|nine 9️⃣|keycap_ten 🔟|zero 0️⃣|hash #️⃣
`;

export const EMOJI = new Map(
  TABLE.trim()
    .split(/[\n|]/)
    .map((entry) => entry.trim().split(" ")),
);

/** Offered first when reacting. */
export const REACTIONS =
  "+1 -1 eyes white_check_mark x octagonal_sign warning thinking_face tada heart rocket fire pray raised_hands wave question".split(
    " ",
  );

/** The character of a shortcode (skin tones are dropped), or null for an unknown one. */
export function emoji(name) {
  return EMOJI.get(name.replace(/::skin-tone-\d$/, "")) ?? null;
}

/** The character, or `:name:` for an unknown one. */
export function emojiOrName(name) {
  return emoji(name) ?? `:${name}:`;
}
