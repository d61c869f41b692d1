//! The table `[material]` of recipes: its roles become outputs.

use lacuna::Error;
use lacuna::recipe::{Content, Draft, Recipe, Role, read, write};

const HILLS: &str = "version = 2\nnodes.hills = { kind = \"fbm\", source = { kind = \"perlin\" } }\n";

fn recipe(material: &str) -> Recipe {
    read(&format!("{HILLS}{material}")).unwrap_or_else(|error| panic!("{material}: {error}"))
}

/// Returns the position and the message of the flaw of a material.
fn flaw(material: &str) -> ([usize; 2], String) {
    match read(&format!("{HILLS}{material}")) {
        Err(Error::Recipe { position: Some(position), message }) => (position, message),
        other => panic!("{material}: {other:?}"),
    }
}

#[test]
fn a_material_is_the_outputs_that_its_roles_are() {
    let short =
        recipe("material = { albedo = \"#8a8278\", height = \"hills\", roughness = \"0.5 + 0.1 * hills\", size = 3, displacement = 0.5 }");
    let long = recipe(
        "output = \"albedo\"\nmaterial = { size = 3, displacement = 0.5 }\n[outputs]\n\
         albedo = { channels = \"#8a8278\", colour = true }\nheight = { channels = \"hills\", range = [0, 1] }\n\
         roughness = { channels = \"0.5 + 0.1 * hills\", range = [0, 1], depth = 8 }\n\
         normal = { normal = { source = \"hills\", strength = 0.5, method = \"pixel\" }, depth = 8 }\n\
         ao = { channels = { kind = \"ao\", source = \"hills\", height = 0.5, radius = 0.25 }, range = [0, 1], depth = 8 }",
    );
    assert_eq!(short, long);
    assert_eq!(read(&write(&short).unwrap()).unwrap(), short);
    assert_eq!(short.default_output().unwrap(), "albedo");
}

#[test]
fn a_height_gives_normals_and_occlusion_only_where_the_recipe_has_none() {
    assert_eq!(recipe("material = { albedo = 0.5 }").output_names(), ["albedo"]);
    let own = recipe("material = { height = \"hills\", normal = { source = \"hills\", strength = 2 }, ao = 1 }");
    assert!(matches!(&own.output("normal").unwrap().content, Content::Normal(map) if map.strength == 2.into()));
    let beside = recipe(
        "material = { albedo = 0.5 }\n[outputs]\nheight = { channels = [\"hills\"], range = [-1, 1] }\nao = { channels = \"hills\" }",
    );
    assert_eq!(beside.output_names(), ["albedo", "ao", "height", "normal"]);
    assert_eq!(beside.outputs["ao"].content, Content::channels(["hills"]));
}

#[test]
fn an_expression_of_a_height_is_one_node_for_all_that_read_it() {
    let recipe = recipe("material.height = \"0.5 * hills + 0.5\"");
    assert!(recipe.nodes.contains_key("height"), "{:?}", recipe.nodes.keys());
    let inputs = ["ao", "height", "normal"].map(|name| format!("{:?}", recipe.outputs[name].content));
    assert!(inputs.iter().all(|content| content.contains("Name(\"height\")")), "{inputs:?}");
    let taken = read("version = 2\nnodes.height = { kind = \"perlin\" }\nmaterial.height = \"0.5 * height\"").unwrap();
    assert!(taken.nodes.contains_key("height-"));
}

#[test]
fn occlusion_sees_a_thirty_second_part_of_the_width() {
    for (area, radius) in [("", "0.25"), ("region = [1, 0, 5, 2]\n", "0.125"), ("region = [0, 0, \"3\", 2]\n", "0.09375")] {
        let text = format!("{area}{HILLS}material.height = \"hills\"");
        assert!(write(&read(&text).unwrap()).unwrap().contains(&format!("radius = {radius}")), "{area}");
    }
    let wrapped = "version = 2\nwrap = 12\nnodes.hills = { kind = \"perlin\", cells = 6 }\nmaterial.height = \"hills\"";
    assert!(write(&read(wrapped).unwrap()).unwrap().contains("radius = 0.375"));
}

#[test]
fn a_material_takes_parameters_and_its_keys_are_set() {
    let mut draft = Draft::read(&format!(
        "{HILLS}params.relief = {{ value = 0.3 }}\nparams.tone = {{ value = \"#112233\" }}\nmaterial = {{ albedo = \"$tone\", height = \"hills\", displacement = \"$relief\" }}"
    ))
    .unwrap();
    draft.set("relief", "0.7").unwrap();
    assert_eq!(draft.recipe().unwrap().material.unwrap().displacement, 0.7.into());
    draft.set("material.displacement", "0.1").unwrap();
    draft.set("material.roughness", "0.25").unwrap();
    let recipe = draft.recipe().unwrap();
    assert_eq!(recipe.material.unwrap().displacement, 0.1.into());
    assert!(recipe.outputs.contains_key("roughness"));
    assert_eq!(Draft::read(&draft.text().unwrap()).unwrap().recipe().unwrap(), recipe);
    assert!(draft.set("material.rough", "1").unwrap_err().to_string().contains("`roughness`"));
}

#[test]
fn a_material_is_a_part_whose_outputs_are_its_roles() {
    let text = "version = 2\noutput = \"a\"\nnodes.wall = { kind = \"use\", of = \"bricks\" }\nnodes.a = \"0.5 * wall.roughness\"";
    read(text).unwrap();
}

#[test]
fn a_wrong_material_is_refused_at_its_line_and_key() {
    for (material, at, begins) in [
        ("[material]\nalbedo = \"hills_\"", [4, 11], "material.albedo: there is no node `hills_` (did you mean `hills`?)"),
        ("[material]\nheight = \"2 * hills_\"", [4, 15], "material.height: "),
        ("[material]\nalbedo = \"2 * \"", [4, 15], "material.albedo: "),
        ("[material]\nroughnes = 1", [4, 1], "material.roughnes: unknown key (did you mean `roughness`?)"),
        ("[material]\nalbedo = 1\nsize = 0", [5, 1], "material.size: 0 is not allowed"),
        ("[material]\nalbedo = 1\nsize = [1, 2]", [5, 1], "material.size: "),
        ("[material]\nalbedo = 1\ndisplacement = \"$x\"", [5, 17], "material.displacement: "),
        ("[material]\nalbedo = 1\ndisplacement = 1e7", [5, 1], "material.displacement: "),
        ("[material]\nnormal = \"hills\"", [4, 1], "material.normal: these are no normals"),
        ("[material]\nnormal = { source = \"hil\" }", [4, 22], "material.normal.source: "),
        ("[material]\nalbedo = [\"hills\"]", [4, 1], "material.albedo: this is no value of a node"),
        ("[material]\nalbedo = { kind = \"perlin\", frequency = -1 }", [4, 29], "material.albedo.frequency: "),
        ("[material]\nao = 1\n[outputs.ao]\nchannels = \"hills\"", [4, 1], "material.ao: `outputs.ao` is this role"),
        ("[material]\nsize = 2", [1, 1], "output: nothing is"),
        ("material = 3", [3, 1], "material: this is no table"),
    ] {
        let (position, message) = flaw(material);
        assert!(message.starts_with(begins), "{material}: {message}");
        assert_eq!(position, at, "{material}: {message}");
    }
}

#[test]
fn every_role_has_its_name() {
    for role in Role::ALL {
        assert_eq!(Role::of(role.name()), Some(role));
    }
    assert_eq!(Role::of("color"), None);
}
